//! Several CSV files as one, although each has columns for the fields of its own sweep.

use std::io::{self, Read, Write};

use crate::long_form::unwritten;

/// Joins CSV files: the columns of all, then the rows of each. A row is empty in columns that its file does not have. `open` is
/// called twice for each file.
pub fn joined<'a, T, R: Read>(
    tables: &'a [T],
    open: impl Fn(&'a T) -> io::Result<R>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut columns: Vec<Vec<u8>> = Vec::new();
    for table in tables {
        let mut place = 0;
        for name in csv::Reader::from_reader(open(table)?).byte_headers().map_err(unwritten)? {
            if let Some(known) = columns.iter().position(|column| column == name) {
                place = known + 1;
            } else {
                columns.insert(place, name.to_vec());
                place += 1;
            }
        }
    }
    let mut writer = csv::Writer::from_writer(out);
    if !columns.is_empty() {
        writer.write_record(&columns).map_err(unwritten)?;
    }
    for table in tables {
        let mut reader = csv::Reader::from_reader(open(table)?);
        let header = reader.byte_headers().map_err(unwritten)?.clone();
        let places: Vec<Option<usize>> =
            columns.iter().map(|column| header.iter().position(|name| name == column)).collect();
        for row in reader.byte_records() {
            let row = row.map_err(unwritten)?;
            let cell = |place: &Option<usize>| place.and_then(|place| row.get(place)).unwrap_or_default();
            writer.write_record(places.iter().map(cell)).map_err(unwritten)?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_one_file_are_empty_in_the_rows_of_others() {
        let tables = ["a,x,n\n1,2,3\n", "\u{feff}a,y,n\n4,\"5,5\",6\n", "a,n\n7,8\n"];
        let mut out = Vec::new();
        joined(&tables, |table| Ok(table.as_bytes()), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "a,y,x,n\n1,,2,3\n4,\"5,5\",,6\n7,,,8\n");
        let mut out = Vec::new();
        joined(&[] as &[&str], |table| Ok(table.as_bytes()), &mut out).unwrap();
        assert!(out.is_empty());
    }
}
