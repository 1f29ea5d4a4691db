//! Small systems of linear equations.

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

/// The inverse of a symmetric matrix whose pivots are positive, by Gauss and Jordan; `None` if there is none.
pub fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for pivot in 0..size {
        let top = matrix[pivot][pivot];
        if top <= 1e-12 {
            return None;
        }
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|value| *value /= top);
        let row = matrix[pivot].clone();
        for (place, values) in matrix.iter_mut().enumerate() {
            if place != pivot && values[pivot] != 0.0 {
                let factor = std::mem::take(&mut values[pivot]);
                values.iter_mut().zip(&row).for_each(|(value, row)| *value -= factor * row);
            }
        }
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_with_zeros_on_the_diagonal() {
        // y + z = 5, x + 2y = 5, x + z = 4: x = 1, y = 2, z = 3.
        let matrix = vec![vec![0.0, 1.0, 1.0], vec![1.0, 2.0, 0.0], vec![1.0, 0.0, 1.0]];
        let found = solve(matrix, vec![5.0, 5.0, 4.0]).unwrap();
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{found}");
        }
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![2.0, 2.0]], vec![1.0, 2.0]), None);
    }

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.0], vec![0.5, 0.0, 2.0]];
        let inverse = inverse(matrix.clone()).unwrap();
        for (row, values) in matrix.iter().enumerate() {
            for column in 0..3 {
                let product: f64 = values.iter().zip(&inverse).map(|(value, row)| value * row[column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12, "{product}");
            }
        }
    }
}
