//! The same attacks as anyone would write them first: die by die, nothing counted but the kill.
//!
//! Each is the whole loop over its trials, so that the generator may stay in registers as it does in the engine.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// W1: AP 3, skill 3, PEN 1 at DMG 4, SP 2. Gives how often the target is destroyed.
pub fn space_infantry(generator: &mut Xoshiro256PlusPlus, rounds: u32, trials: u64) -> u64 {
    kills(trials, || {
        let mut wounds = 0;
        for _ in 0..rounds {
            for _ in 0..3 {
                let hit = generator.random_range(1..=6) >= 3 && generator.random_range(1..=6) + 1 >= 4;
                wounds += u32::from(hit);
            }
            if wounds >= 2 {
                return true;
            }
        }
        false
    })
}

/// W2: one line of 10/2, sustained, at a vehicle with armor 4 and 6 hit points in hard cover.
pub fn dust_warfare(generator: &mut Xoshiro256PlusPlus, rounds: u32, trials: u64) -> u64 {
    let hit = |generator: &mut Xoshiro256PlusPlus| generator.random_range(1..=6) >= 5;
    kills(trials, || {
        let (mut damage, mut effects) = (0, [false; 7]);
        for _ in 0..rounds {
            let mut hits = 0;
            for _ in 0..10 {
                // A miss is rolled once more.
                hits += u32::from(hit(generator) || hit(generator));
            }
            let before = 2 * hits;
            if before > 0 {
                // After a hull breach there is no armor roll.
                let armor: u32 = if effects[6] { 0 } else { (0..4).map(|_| u32::from(hit(generator))).sum() };
                damage += before.saturating_sub(armor + 2);
                if damage >= 6 {
                    return true;
                }
                // The table: as many dice as damage before armor, less the cover; a result that is there already counts one less.
                let mut result = (0..before.saturating_sub(2)).filter(|_| hit(generator)).count().min(6);
                while result > 0 && effects[result] {
                    result -= 1;
                }
                effects[result] = result > 0;
                if result == 3 {
                    // Whose choice the damaged weapon is changes nothing here, but is rolled.
                    let _ = hit(generator);
                }
            }
            // A fire burns at the end of the round.
            damage += u32::from(effects[2]);
            if damage >= 6 {
                return true;
            }
        }
        false
    })
}

/// W3: five dice at 5+ against three at 5+, exploding, Armour 1, AP 0, Vehicle (4).
pub fn deadzone(generator: &mut Xoshiro256PlusPlus, rounds: u32, trials: u64) -> u64 {
    fn test(generator: &mut Xoshiro256PlusPlus, mut dice: u32) -> u32 {
        let mut successes = 0;
        while dice > 0 {
            let die = generator.random_range(1..=8);
            successes += u32::from(die >= 5);
            dice -= u32::from(die != 8);
        }
        successes
    }
    kills(trials, || {
        let (mut injuries, mut stuck) = (0, false);
        for _ in 0..rounds {
            let damage = test(generator, 5).saturating_sub(test(generator, 3)).saturating_sub(1);
            injuries += damage;
            if injuries >= 4 {
                return true;
            }
            if damage > 0 && generator.random_range(1..=8) <= injuries {
                match generator.random_range(1..=8) {
                    8 => return true,
                    5 if stuck => return true,
                    6 | 7 => stuck = true,
                    _ => {}
                }
            }
        }
        false
    })
}

fn kills(trials: u64, mut killed: impl FnMut() -> bool) -> u64 {
    (0..trials).map(|_| u64::from(killed())).sum()
}
