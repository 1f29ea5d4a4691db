//! Attacks and battles told die by die, and scripts that no longer fit.

use std::fs;

use crate::{QUARTER, folder, killcurve};

/// Two guns that hit and wound on 4+ against one tank that cannot shoot back.
const HUNT: &str = "system = \"space-infantry\"\nname = \"Hunt\"\nrounds = 9\norder = \"first\"\n\
    [[side]]\nname = \"Guns\"\n[[side.unit]]\nname = \"Gun\"\ncount = 2\nap = 1\nav_skill = 4\n\
    [[side]]\nname = \"Tanks\"\n[[side.unit]]\nname = \"Tank\"\nheavy_armor = true\ndmg = 4\nsp = 1\n";

#[test]
fn a_battle_is_told_round_by_round_and_played_again_from_its_story() {
    let folder = folder(&[("hunt.toml", HUNT)]);
    let at = folder.path();
    // The first gun misses, the second hits and does not get through; in the second round the first one kills.
    fs::write(at.join("dice.txt"), "attack 3\nattack 4\npenetration 3\nattack 5\npenetration 6\n").unwrap();
    let told = killcurve(at, &["explain", "hunt.toml", "--script", "dice.txt"]);
    assert_eq!(told.code, 0, "{}", told.err);
    let (first, second) = told.out.split_once("# Round 2").unwrap();
    for line in [
        "# Guns: Gun (unit 1 to 2)\n# Tanks: Tank (unit 3)",
        "# Round 1",
        "  # battle: unit 1 (Gun) attacks unit 3 (Tank)",
        "  # battle: unit 2 (Gun) attacks unit 3 (Tank)",
        "penetration 3",
        "  # battle: left are 2 Gun against 1 Tank",
    ] {
        assert!(first.contains(line), "{line:?} is missing in\n{first}");
    }
    assert!(!first.contains("destroyed\n  # battle: left"), "{first}");
    for line in [
        "  # battle: unit 3 (Tank) is destroyed\n  # battle: unit 2 (Gun) attacks nobody",
        "  # battle: left are 2 Gun against 0 Tank",
        "# The battle is over in round 2.",
    ] {
        assert!(second.contains(line), "{line:?} is missing in\n{second}");
    }
    let thrown = killcurve(at, &["explain", "hunt.toml", "--seed", "5"]);
    assert!(thrown.out.contains("# seed 5"), "{}", thrown.out);
    fs::write(at.join("story.txt"), &thrown.out).unwrap();
    let again = killcurve(at, &["explain", "hunt.toml", "--script", "story.txt"]);
    assert_eq!(again.out, thrown.out.replace("# seed 5\n", ""));
}

#[test]
fn a_script_that_no_longer_fits_is_played_as_far_as_it_goes() {
    let folder = folder(&[("a.toml", QUARTER)]);
    let at = folder.path();
    let played = |dice: &str| {
        fs::write(at.join("dice.txt"), dice).unwrap();
        let ran = killcurve(at, &["explain", "a.toml", "--script", "dice.txt"]);
        assert_eq!(
            ran.out.contains("# Round 1"),
            ran.code == 0 || ran.out.contains("does not fit"),
            "{dice}"
        );
        ran
    };
    // It misses and needs no penetration, so the second line comes before the attack of round 2.
    let ran = played("attack 3\npenetration 5\nattack 4\npenetration 5\n");
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("0 success levels"), "what fits is told: {}", ran.out);
    let words = "line 2: `penetration` came too early, the rules ask for `attack` first";
    assert!(ran.err.contains(words) && ran.err.contains("dice.txt"), "{}", ran.err);
    assert!(ran.out.ends_with(&format!("# The script does not fit. L{}.\n", &words[1..])), "{}", ran.out);
    let ran = played("attack 4 4\npenetration 5\n");
    let words = "line 1: dice of `attack` are left over, the rules ask for `penetration` now";
    assert!(ran.code == 2 && ran.err.contains(words), "{}", ran.err);
    // The target dies in round 1.
    let ran = played("attack 4\npenetration 5\nattack 4\npenetration 5\n");
    let words = "line 3: dice are left over when the rules are done: 2 in all";
    assert!(ran.code == 2 && ran.err.contains(words), "{}", ran.err);
    assert!(ran.out.contains("# The target is destroyed in round 1."), "{}", ran.out);
    let ran = played("attack 4\n");
    assert!(
        ran.code == 2 && ran.err.contains("the script ends after 1 dice, the rules ask for `penetration`")
    );
    assert_eq!(played("attack 4\npenetration 5\n").code, 0);
}
