//! The sample files of killcurve: scenarios, battles, rosters and games.
//!
//! They are texts of the program, so that a page in a browser can open them without a server that stores them.

/// Each sample: its path in the repository, with slashes, and its text. In the order of their paths.
pub const SAMPLES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/samples.rs"));

#[cfg(test)]
mod tests {
    use super::SAMPLES;

    #[test]
    fn samples_are_files_of_the_repository() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert!(SAMPLES.len() > 90);
        for (path, text) in SAMPLES {
            assert_eq!(std::fs::read_to_string(folder.join(path)).unwrap(), *text, "{path}");
        }
    }
}
