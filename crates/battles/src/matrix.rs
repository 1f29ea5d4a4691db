//! Systems of linear equations, as few as a roster has units.

/// Solves `matrix * x = right` by elimination with pivots; `None` if the matrix is singular.
pub fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let size_of = |row: usize| f64::abs(matrix[row][column]);
        let pivot = (column..size).max_by(|&a, &b| size_of(a).total_cmp(&size_of(b)))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let top = &above[column];
        for (row, values) in below.iter_mut().enumerate() {
            let factor = values[column] / top[column];
            values.iter_mut().zip(top).skip(column).for_each(|(value, top)| *value -= factor * top);
            right[column + 1 + row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_whatever_stands_on_the_diagonal() {
        // y + z = 5, x + 2y = 5, x + z = 4: x = 1, y = 2, z = 3.
        let matrix = vec![vec![0.0, 1.0, 1.0], vec![1.0, 2.0, 0.0], vec![1.0, 0.0, 1.0]];
        let found = solve(matrix, vec![5.0, 5.0, 4.0]).unwrap();
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{found}");
        }
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![2.0, 2.0]], vec![1.0, 2.0]), None);
    }
}
