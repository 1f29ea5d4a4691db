//! The same attacks as anyone would write them first: die by die, nothing counted but the kill.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// W1: AP 3, skill 3, PEN 1 at DMG 4, SP 2. One if the target is destroyed.
pub fn space_infantry(generator: &mut Xoshiro256PlusPlus, rounds: u32) -> u32 {
    let mut wounds = 0;
    for _ in 0..rounds {
        for _ in 0..3 {
            let hit = generator.random_range(1..=6) >= 3 && generator.random_range(1..=6) + 1 >= 4;
            wounds += u32::from(hit);
        }
        if wounds >= 2 {
            return 1;
        }
    }
    0
}
