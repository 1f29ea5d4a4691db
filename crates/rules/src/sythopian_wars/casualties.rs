//! Which models fall and which are stunned, if chance decides (option `casualties`, SY-39).
//!
//! Models with a special weapon are counted apart. Without the option, casualties come off the others first, and nothing is counted.

use super::carriers::is_special;
use super::condition::Condition;
use super::units::{Casualties, Options, Unit};
use chance::Chance;
use chance::dice::{Roll, Shows};
use chance::fields::{Fault, Problems, Whole};

/// Special weapons whose carriers can be followed.
pub const SPECIALS: usize = 4;

const CLOSEST: Roll = Roll::new("closest", "SY-39");

/// The carriers of special weapons that cannot act. Each number holds a byte for each weapon, so that a state is compared and hashed at
/// the cost of two numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Carriers {
    slain: u32,
    stunned: u32,
}

impl Carriers {
    fn of(slain: [u8; SPECIALS], stunned: [u8; SPECIALS]) -> Self {
        Self { slain: u32::from_le_bytes(slain), stunned: u32::from_le_bytes(stunned) }
    }

    /// Slain carriers by weapon.
    fn slain(self) -> [u8; SPECIALS] {
        self.slain.to_le_bytes()
    }

    /// Stunned carriers by weapon.
    fn stunned(self) -> [u8; SPECIALS] {
        self.stunned.to_le_bytes()
    }

    /// Carriers of a special weapon that cannot act.
    pub fn out_of_action(self, special: usize) -> u32 {
        if self == Self::default() {
            return 0;
        }
        let count = |of: [u8; SPECIALS]| u32::from(of.get(special).copied().unwrap_or(0));
        count(self.slain()) + count(self.stunned())
    }

    /// Those of both changes that happened at once to a unit that was as `self`.
    #[must_use]
    pub fn combine(self, acted: Self, suffered: Self) -> Self {
        let slain = std::array::from_fn(|special| {
            (acted.slain()[special] + suffered.slain()[special]).saturating_sub(self.slain()[special])
        });
        let stunned =
            std::array::from_fn(|special| acted.stunned()[special].max(suffered.stunned()[special]));
        Self::of(slain, stunned)
    }
}

/// The carriers of a unit whose models fall by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomCasualties {
    /// Carriers of each special weapon at full strength.
    carriers: [u8; SPECIALS],
}

/// The models that must fall, be stunned or stand up, one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Change {
    carriers: Carriers,
    /// Models that live, and how many of them are stunned.
    models: u8,
    stunned: u8,
    /// Models and stunned models afterwards.
    models_after: u8,
    stunned_after: u8,
}

impl RandomCasualties {
    /// Checks that the carriers of a unit can be followed. `None` if chance does not decide.
    pub fn new(unit: &Unit, section: &str, options: &Options, problems: &mut Problems) -> Option<Self> {
        if options.casualties == Casualties::SpecialsLast || unit.is_vehicle() {
            return None;
        }
        let special = unit.weapons.iter().filter(|weapon| is_special(weapon));
        let counts: Vec<u32> = special.map(|weapon| weapon.count.map_or(0, Whole::get)).collect();
        let (all, models) = (counts.iter().sum::<u32>(), unit.models.map_or(u32::MAX, Whole::get));
        let fault = if counts.len() > SPECIALS {
            format!("with `casualties = \"closest\"` a unit has at most {SPECIALS} weapons with a `count`")
        } else if all > models {
            format!("{all} models carry weapons with a `count`, but the unit has {models}")
        } else {
            let mut carriers = [0; SPECIALS];
            for (carriers, count) in carriers.iter_mut().zip(counts) {
                *carriers = count as u8;
            }
            return Some(Self { carriers });
        };
        problems.add(format!("{section}.weapons"), Fault::Conflict(fault));
        None
    }

    /// Carriers of a unit with so many models, some of them stunned, that nothing was drawn for: those beyond `carriers` are out of
    /// action only if the models without a special weapon are too few.
    pub fn kept(self, carriers: Carriers, models: u32, stunned: u32) -> Carriers {
        if models == 0 {
            return Carriers::default();
        }
        let (mut slain, mut down) = (carriers.slain(), carriers.stunned());
        let (mut left, mut stunned) = (models, stunned);
        for special in 0..SPECIALS {
            let all = self.carriers[special];
            let living = u32::from(all - slain[special].min(all)).min(left);
            slain[special] = all - living as u8;
            left -= living;
            let of_these = u32::from(down[special]).min(living).min(stunned);
            down[special] = of_these as u8;
            stunned -= of_these;
        }
        let mut more = stunned.saturating_sub(left);
        for special in 0..SPECIALS {
            let standing = u32::from(self.carriers[special] - slain[special] - down[special]);
            down[special] += standing.min(more) as u8;
            more -= standing.min(more);
        }
        Carriers::of(slain, down)
    }

    /// SY-39: draws the models that fell, are stunned or stand up between two conditions of a unit.
    pub fn draw<C: Chance>(self, before: Condition, after: &mut Condition, chance: &mut C) {
        let Condition::Infantry { models, stunned, carriers, .. } = before else { return };
        let Condition::Infantry { models: models_after, stunned: stunned_after, carriers: drawn, .. } = after
        else {
            return;
        };
        let change =
            Change { carriers, models, stunned, models_after: *models_after, stunned_after: *stunned_after };
        *drawn = self.play(change, chance);
    }

    /// One model after the other, so that equal ones are one outcome.
    fn play<C: Chance>(self, change: Change, chance: &mut C) -> Carriers {
        let Change { carriers, models, stunned, models_after, stunned_after } = change;
        if models_after == 0 {
            return Carriers::default();
        }
        if (models, stunned) == (models_after, stunned_after) {
            return carriers;
        }
        chance.part((self, change), |chance| {
            let Change { mut models, mut stunned, .. } = change;
            let (mut slain, mut of_these) = (carriers.slain(), carriers.stunned());
            // The stunned are slain before others.
            let falls = models > models_after;
            let of_stunned = stunned > 0 && (falls || stunned > stunned_after);
            let down = of_these.map(u32::from);
            let standing: [u32; SPECIALS] = std::array::from_fn(|special| {
                u32::from(self.carriers[special]) - carriers.out_of_action(special)
            });
            let model = if of_stunned {
                draw_one(down, stunned.into(), if falls { "falls" } else { "stands up" }, chance)
            } else {
                let words = if falls { "falls" } else { "is stunned" };
                draw_one(standing, (models - stunned).into(), words, chance)
            };
            if of_stunned {
                stunned -= 1;
                if let Some(special) = model {
                    of_these[special] -= 1;
                }
            } else if !falls {
                stunned += 1;
                if let Some(special) = model {
                    of_these[special] += 1;
                }
            }
            if falls {
                models -= 1;
                if let Some(special) = model {
                    slain[special] += 1;
                }
            }
            let carriers = Carriers::of(slain, of_these);
            self.play(Change { carriers, models, stunned, ..change }, chance)
        })
    }
}

/// Draws one of `all` models. Returns the place of its special weapon, if it has one.
fn draw_one<C: Chance>(specials: [u32; SPECIALS], all: u32, end: &str, chance: &mut C) -> Option<usize> {
    // The last place is that of all other models.
    let mut groups = [0; SPECIALS + 1];
    groups[..SPECIALS].copy_from_slice(&specials);
    groups[SPECIALS] = all - specials.iter().sum::<u32>();
    let mut present = (0..groups.len()).filter(|&group| groups[group] > 0);
    let only = present.next().filter(|_| present.next().is_none());
    let group = only.unwrap_or_else(|| {
        let drawn = chance.draw(CLOSEST, &groups, |group| match group {
            SPECIALS => Shows::word("other"),
            special => Shows::Number(special as i64 + 1),
        });
        chance.tell("SY-39", || {
            let model = match drawn {
                SPECIALS => "a model without a special weapon".to_owned(),
                special => format!("a carrier of special weapon {}", special + 1),
            };
            format!("by chance {model} {end}")
        });
        drawn
    });
    (group < SPECIALS).then_some(group)
}
