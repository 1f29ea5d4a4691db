//! The names of report folders.

use std::path::PathBuf;

use results::Fingerprint;

/// The folder of all reports, unless `--out` names another.
pub const REPORTS: &str = "reports";

/// Returns the name of a report, with what was set on the command line, so that it does not replace the report without it.
pub fn name_with_settings(name: &str, set: &[String]) -> String {
    const LONGEST: usize = 40;
    let settings = set.iter().filter(|setting| !setting.starts_with("name="));
    let settings: Vec<String> = settings.map(|setting| setting.replace("=-", "=minus-")).collect();
    if settings.is_empty() {
        return name.to_owned();
    }
    let settings = settings.join(" ");
    if settings.len() <= LONGEST {
        return format!("{} {settings}", shortened(name));
    }
    let fingerprint = Fingerprint::of(settings.as_bytes());
    format!("{} {fingerprint}", shortened(name))
}

/// Leaves room for settings in a name that becomes a folder's.
fn shortened(name: &str) -> String {
    name.chars().take(30).collect()
}

/// Returns a folder name that no other report of this command has.
pub fn free_name(name: &str, taken: &mut Vec<PathBuf>) -> PathBuf {
    let name = folder_name(name);
    let mut free = name.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = PathBuf::from(format!("{}-{number}", name.display()));
        number += 1;
    }
    taken.push(free.clone());
    free
}

/// Turns a name from a file into a folder name that is safe on every system and still readable.
pub fn folder_name(name: &str) -> PathBuf {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
        if slug.len() > 60 {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() || is_device(slug) {
        return PathBuf::from(format!("scenario-{slug}").trim_end_matches('-'));
    }
    PathBuf::from(slug)
}

/// Returns whether Windows reserves a name, in lower case and without an ending, for a device.
pub fn is_device(name: &str) -> bool {
    // A port has one digit, which may be a superscript.
    let is_port = |prefix| {
        let number = name.strip_prefix(prefix).and_then(|rest| rest.parse::<char>().ok());
        number.is_some_and(char::is_numeric)
    };
    ["con", "prn", "aux", "nul"].contains(&name) || is_port("com") || is_port("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_a_report_of_their_own() {
        let name = |name: &str, set: &[&str]| {
            let set: Vec<String> = set.iter().map(|&setting| setting.to_owned()).collect();
            folder_name(&name_with_settings(name, &set)).display().to_string()
        };
        assert_eq!(name("Titan", &[]), "titan");
        assert_eq!(name("Titan", &["name=Titan"]), "titan");
        assert_eq!(name("Titan", &["attacker.pen=2", "rounds=4"]), "titan-attacker-pen-2-rounds-4");
        assert_ne!(name("Titan", &["attacker.pen=-2"]), name("Titan", &["attacker.pen=2"]));
        let (long, one, other) =
            ("x".repeat(200), "a.b=".to_owned() + &"1".repeat(90), "a.b=".to_owned() + &"1".repeat(91));
        assert_ne!(name(&long, &[&one]), name(&long, &[&other]));
        assert_ne!(name(&long, &[&one]), name(&long, &[]));
    }

    #[test]
    fn folder_names_do_no_harm() {
        let name = |text: &str| folder_name(text).display().to_string();
        assert_eq!(name("Heavy Weapons against a Titan"), "heavy-weapons-against-a-titan");
        assert_eq!(name("../../etc/passwd"), "etc-passwd");
        assert_eq!(name("CON"), "scenario-con");
        assert_eq!(name("com1"), "scenario-com1");
        assert_eq!(name("LPT²"), "scenario-lpt²");
        assert_eq!(name("Comb"), "comb");
        assert_eq!(name("com10"), "com10");
        assert_eq!(name(""), "scenario");
        assert_eq!(name("<script>\n\u{202e}"), "script");
        assert_eq!(name("Füsilier"), "füsilier");
        assert!(name(&"x".repeat(300)).len() <= 64);
    }
}
