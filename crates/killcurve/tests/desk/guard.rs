//! Guards that hold, fail, and cannot tell.

use std::fs;

use crate::{QUARTER, folder, killcurve};

const VARIANT: &str = "[[variant]]\nname = \"sharp\"\nattacker.pen = 1\n";

fn scenario(expects: &str) -> String {
    format!("{QUARTER}{VARIANT}{expects}")
}

#[test]
fn a_guard_that_holds() {
    // 7/16 within two rounds; half are dead after none, for 7/16 is below a half; one RN is 1/2 a success level.
    let expects = "[[expect]]\nquantity = \"kill\"\nround = 2\nbetween = [0.43, 0.44]\n\
        [[expect]]\nkill.round = 1\nbetween = [0.25, 0.25]\n\
        [[expect]]\nquantity = \"attacks_to_kill.median\"\nat_least = 3\n\
        [[expect]]\nrun = \"sharp\"\nquantity = \"attacks_to_kill.median\"\nat_most = 2\n\
        [[expect]]\nsuccess_levels.mean.round = 1\nbetween = [0.5, 0.5]\n\
        [[expect]]\nrun = \"sharp\"\nbeats = \"base\"\n";
    let folder = folder(&[("all/good.toml", &scenario(expects)), ("all/plain.toml", QUARTER)]);
    let ran = killcurve(folder.path(), &["guard", "all", "--junit", "guard.xml"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("6 in, 0 out, 0 too close to tell"), "{}", ran.out);
    let xml = fs::read_to_string(folder.path().join("guard.xml")).unwrap();
    assert!(xml.contains("tests=\"6\" failures=\"0\" errors=\"0\" skipped=\"0\""), "{xml}");
}

#[test]
fn a_guard_that_fails() {
    let expects = "[[expect]]\nquantity = \"kill\"\nat_least = 0.5\n\
        [[expect]]\nquantity = \"attacks_to_kill.mean\"\nat_least = 0\n\
        [[expect]]\nbeats = \"sharp\"\n\
        [[expect]]\nquantity = \"kill\"\nat_most = 0.5\n";
    let folder = folder(&[("bad.toml", &scenario(expects))]);
    let ran = killcurve(folder.path(), &["guard", "bad.toml", "--junit", "guard.xml"]);
    assert_eq!(ran.code, 1);
    // The target may live on, so there is no mean; 7/16 is below a half, and below the 5/9 of the other.
    assert!(ran.out.contains("1 in, 3 out, 0 too close to tell"), "{}", ran.out);
    assert!(ran.out.contains("43.75 %") && ran.out.contains("-11.806 percentage points"), "{}", ran.out);
    assert!(ran.err.contains("3 expectations do not hold"));
    let xml = fs::read_to_string(folder.path().join("guard.xml")).unwrap();
    assert_eq!(xml.matches("<failure").count(), 3);
    assert!(xml.contains("name=\"base: kill in round 2 at least 0.5\""), "{xml}");
}

#[test]
fn what_is_too_close_to_tell_is_sampled_for_longer() {
    // The true number is the end itself, so no number of trials can tell; far from it a few can.
    let expects = "[[expect]]\nquantity = \"kill\"\nat_least = 0.4375\n\
        [[expect]]\nquantity = \"kill\"\nat_least = 0.3\n\
        [[expect]]\nrun = \"sharp\"\nbeats = \"base\"\n";
    let folder = folder(&[("close.toml", &scenario(expects))]);
    let args = ["guard", "close.toml", "--method", "monte-carlo", "--trials", "1000", "--junit", "guard.xml"];
    let ran = killcurve(folder.path(), &args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("2 in, 0 out, 1 too close to tell"), "{}", ran.out);
    assert!(ran.out.contains("16,000 trials") && ran.out.contains(" 1,000 trials"), "{}", ran.out);
    let xml = fs::read_to_string(folder.path().join("guard.xml")).unwrap();
    assert_eq!((xml.matches("<skipped").count(), xml.matches("<failure").count()), (1, 0), "{xml}");
}

#[test]
fn what_moved_since_a_baseline_is_listed() {
    let folder = folder(&[("all/a.toml", QUARTER)]);
    assert_eq!(killcurve(folder.path(), &["batch", "all", "--out", "out"]).code, 0);
    let guard = |more: &[&str]| {
        killcurve(folder.path(), &[&["guard", "all", "--baseline", "out/results.csv"], more].concat())
    };
    let same = guard(&[]);
    assert!(same.code == 0 && same.out.contains("0 of "), "{}", same.out);
    let moved = guard(&["--set", "attacker.ap=2"]);
    // 1/4 and 7/16 in the first round: 0.1875 apart.
    assert!(moved.out.contains("25.00 %") && moved.out.contains("43.75 %"), "{}", moved.out);
    assert!(!guard(&["--set", "attacker.ap=2", "--matters", "0.9"]).out.contains("25.00 %"));
    fs::write(folder.path().join("out/results.csv"), "a,b\n").unwrap();
    let wrong = guard(&[]);
    assert!(wrong.code == 2 && wrong.err.contains("no column scenario"), "{}", wrong.err);
}

#[test]
fn a_slip_in_a_guard_is_an_error_of_the_file() {
    let folder = folder(&[("slip.toml", &scenario("[[expect]]\nquantity = \"kil\"\nat_least = 0\n"))]);
    let ran = killcurve(folder.path(), &["guard", "slip.toml", "--junit", "guard.xml"]);
    assert!(ran.code == 2 && ran.err.contains("did you mean `kill`?"), "{}", ran.err);
    assert!(fs::read_to_string(folder.path().join("guard.xml")).unwrap().contains("errors=\"1\""));
    assert_eq!(killcurve(folder.path(), &["check", "slip.toml"]).code, 2);
}

#[test]
fn a_guard_says_its_level_and_is_not_fooled_by_what_was_never_seen() {
    // One die hits in 1 of 20 and wounds in 5 of 20 of these: 16 trials see no wound in 82 of 100 samples, and a mean of 0 in 16
    // trials may still be far above 0.000001.
    let scarce = "system = \"space-infantry\"\n[attacker]\nap = 1\nav_skill = 20\n[options]\nrn_sides = 20\n\
        [target]\nheavy_armor = true\ndmg = 16\nsp = 12\n[[expect]]\nquantity = \"wounds.mean\"\nround = 1\nat_least = 0.000001\n";
    let folder = folder(&[("scarce.toml", scarce)]);
    let args = ["guard", "scarce.toml", "--method", "monte-carlo", "--trials", "1", "--seed", "1"];
    let ran = killcurve(folder.path(), &args);
    assert!(ran.code == 0 && ran.out.contains("0 in, 0 out, 1 too close to tell"), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("confidence of 95 % over all looks"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn a_baseline_that_never_ends_is_refused() {
    let folder = folder(&[("a.toml", QUARTER)]);
    let ran = killcurve(folder.path(), &["guard", "a.toml", "--baseline", "/dev/zero"]);
    assert!(ran.code == 2 && ran.err.contains("cannot read /dev/zero"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_no_place_for_a_report() {
    let folder = folder(&[("a.toml", QUARTER)]);
    std::os::unix::fs::symlink("nowhere", folder.path().join("link")).unwrap();
    let compare = ["run", "a.toml", "--out", "link/in"];
    let ran = killcurve(folder.path(), &["run", "a.toml", "--out", "link"]);
    assert!(ran.code != 0 && ran.err.contains("a link that leads nowhere"), "{} {}", ran.code, ran.err);
    assert!(fs::read_dir(folder.path()).unwrap().count() == 2, "nothing is left behind");
    assert_ne!(killcurve(folder.path(), &compare).code, 0);
}

#[test]
fn more_threads_than_there_may_be_are_refused() {
    let folder = folder(&[("a.toml", QUARTER)]);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_killcurve"))
        .args(["run", "a.toml", "--format", "json"])
        .current_dir(folder.path())
        .env("RAYON_NUM_THREADS", "100000")
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && words.contains("at most 1024 threads"), "{words}");
}

#[test]
fn the_widest_precision_is_one_half() {
    let folder = folder(&[("a.toml", QUARTER)]);
    let run = |precision: &str| {
        killcurve(
            folder.path(),
            &["run", "a.toml", "--method", "monte-carlo", "--precision", precision, "--format", "json"],
        )
    };
    assert_eq!(run("0.5").code, 0, "{}", run("0.5").err);
    assert!(run("0.51").err.contains("from 0.000001 to 0.5"));
}
