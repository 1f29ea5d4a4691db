//! Reports made by hand, and the bytes that come of them.

mod armies;
mod balance;
mod machine;
mod page;
mod pictures;
mod sample;
mod terminal;

use sample::{EXACT, SAMPLED, nasty, single, sweep, variants};

#[test]
fn every_file_is_there_and_says_where_it_comes_from() {
    let report = single(4, SAMPLED);
    let files = report::files(&report).unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "kill_curve.csv",
        "distributions.csv",
        "events.csv",
        "results.csv",
        "summary.json",
        "kill_curve.svg",
        "attacks_to_kill.svg",
        "distribution_wounds.svg",
        "report.html",
    ];
    assert_eq!(names, expected);
    for (name, content) in &files {
        let bytes = content.bytes().unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let has = |what: &str| assert!(text.contains(what), "{name} does not say {what}");
        has("Heavy Weapons against a Titan");
        has("0123456789abcdef0123");
        has("9.8.7");
        assert!(text.contains("10000") || text.contains("10,000"), "{name} does not say its trials");
        assert!(text.contains("onte"), "{name} does not say its method");
        assert!(text.contains("seed"), "{name} does not say its seed");
    }
}

#[test]
fn funnels_and_sweeps_have_pictures() {
    let names = |report: &report::Report| -> Vec<String> {
        report::files(report).unwrap().into_iter().map(|(name, _)| name).collect()
    };
    let plain = names(&single(2, EXACT));
    assert!(!plain.iter().any(|name| name.starts_with("funnel") || name.starts_with("sweep")));
    let report = sample::with_funnel(sweep(&[("a.x", 3), ("b.y", 2)]));
    for name in ["funnel.svg", "sweep.svg"] {
        assert!(names(&report).contains(&name.to_owned()), "{name}");
    }
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    for report in [single(4, EXACT), variants(3), sweep(&[("a.x", 3), ("b.y", 2)]), nasty()] {
        let bytes = || -> Vec<Vec<u8>> {
            let files = report::files(&report).unwrap();
            files.iter().map(|(_, content)| content.bytes().unwrap()).collect()
        };
        assert!(bytes() == bytes());
    }
}

#[test]
fn reports_of_any_size_can_be_made() {
    for report in [
        single(0, EXACT),
        single(1, SAMPLED),
        single(200, EXACT),
        variants(30),
        sweep(&[("a.x", 40)]),
        sweep(&[("a.x", 1)]),
        sweep(&[("a.x", 1), ("b.y", 70)]),
    ] {
        assert!(report::files(&report).unwrap().iter().all(|(_, content)| content.bytes().is_ok()));
    }
    assert!(report::files(&sample::report(Vec::new())).is_ok());
}

#[test]
fn file_names_are_plain_whatever_measures_are_called() {
    for (name, _) in report::files(&nasty()).unwrap() {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
        assert!(name.chars().all(plain), "{name}");
    }
}
