//! From a roll of a program to dice that a source of chance can throw.
//!
//! Which dice a roll throws depends on what has happened: a test may compare a face with a variable. So dice are made while a game is
//! played, once for each combination of the values that decide them.

mod cost;
mod layout;

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use chance::dice::{Die, Face, Pool, Pools, Reading, Roll, Score, Shows, Throw};
use rustc_hash::FxHashMap;

use crate::declared::{Declared, DiceText, Faces};
use crate::limits;
use crate::machine::{Fault, evaluate};
use crate::program::{Arg, DieKind, Form, Program, Site};
pub use cost::MAX_SORTING_TERMS;
pub use layout::Layout;

/// What a roll throws, ready to be asked for.
#[derive(Clone, Debug)]
pub struct PreparedRoll {
    /// The dice; none if there is nothing to throw.
    pub pool: Option<Pool>,
    /// How scores are read.
    pub layout: Layout,
    /// So many dice make one throw of the site.
    pub dice: u32,
    /// No more throws than this are asked for at once.
    pub most: u32,
    /// Whether nothing else can come of it.
    pub certain: bool,
    /// Terms of sorting so many dice, for each throw squared.
    pub sorting: f64,
}

/// The dice of one roll, by the values that decide them.
#[derive(Debug, Default)]
pub struct Cache {
    /// Where nothing decides.
    only: OnceLock<Arc<PreparedRoll>>,
    /// Else.
    by_inputs: RwLock<FxHashMap<Box<[i64]>, Arc<PreparedRoll>>>,
}

/// A face of a die: what it is, and how many there are.
struct Side {
    value: i64,
    copies: u64,
    shows: Shows,
}

/// What becomes of a face.
#[derive(Clone, Copy, Default)]
struct FaceEffect {
    score: u64,
    /// The score of the face of an extra die, which brings nothing.
    score_of_extra: u64,
    reroll: bool,
    again: bool,
    extra: bool,
}

impl Cache {
    /// What is known if nothing decides which dice are thrown.
    pub fn known(&self) -> Option<&Arc<PreparedRoll>> {
        self.only.get()
    }

    /// The dice of a roll; they are made when they are first asked for.
    pub fn made(
        &self,
        site: &Site,
        regs: &mut [i64],
        make: impl FnOnce(&mut [i64]) -> Result<PreparedRoll, Fault>,
    ) -> Result<Arc<PreparedRoll>, Fault> {
        if site.inputs.is_empty() {
            if let Some(made) = self.only.get() {
                return Ok(Arc::clone(made));
            }
            let made = Arc::new(make(regs)?);
            return Ok(Arc::clone(self.only.get_or_init(|| made)));
        }
        let key: Box<[i64]> = site.inputs.iter().map(|&reg| regs[reg as usize]).collect();
        if let Some(made) = self.by_inputs.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(made));
        }
        let made = Arc::new(make(regs)?);
        let mut known = self.by_inputs.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(known.entry(key).or_insert(made)))
    }
}

/// Makes the dice of a roll.
pub fn make(
    site: &Site,
    program: &Program,
    declared: &Declared,
    rule: &str,
    pools: &Pools,
    regs: &mut [i64],
) -> Result<PreparedRoll, Fault> {
    let value = |arg: Arg, regs: &[i64]| match arg {
        Arg::Number(number) => number,
        Arg::Reg(reg) => regs[reg as usize],
    };
    let code = value(site.die, regs);
    let keep = match site.form {
        Form::Kept { keep, .. } => value(keep, regs).clamp(0, limits::DICE),
        _ => 0,
    };
    let kind = if code > 0 { None } else { program.dice.get(usize::try_from(-code).unwrap_or(0)) };
    let brings_nothing = site.reroll.is_none() && site.again.is_none() && site.extra.is_none();
    let plain = site.form == Form::Sum && brings_nothing;
    // Dice of one throw that are only added up are thrown one by one, as at a table.
    let (sides, dice, plus) = match kind {
        Some(&DieKind::Sum(text)) if plain && text.count > 0 => {
            (plain_sides(text.sides), text.count, text.plus)
        }
        _ => (sides(code, kind, declared).ok_or_else(|| too_many_faces(site))?, 1, 0),
    };
    if sums(site.form) && sides.iter().any(|side| matches!(side.shows, Shows::Word(_))) {
        return Err(Fault::new(site.span, "symbols have no sum and no order"));
    }
    let fates = fates(site, program, declared, &sides, regs)?;
    let all: u64 = sides.iter().map(|side| side.copies).sum();
    let share = |which: &dyn Fn(&FaceEffect) -> bool| {
        sides
            .iter()
            .zip(&fates)
            .filter(|(_, fate)| which(fate))
            .map(|(side, _)| side.copies as f64)
            .sum::<f64>()
            / all as f64
    };
    if site.again.is_some() && fates.iter().all(|fate| fate.again) {
        return Err(Fault::new(site.span, "every face brings another die, so this roll never ends"));
    }
    let again =
        share(&|fate| fate.again && !fate.reroll) + share(&|fate| fate.reroll) * share(&|fate| fate.again);
    let extra = fates.iter().any(|fate| fate.extra);
    let values: Vec<i64> = sides.iter().map(|side| side.value).collect();
    let shape =
        cost::Shape { form: site.form, counters: site.tests.len(), values: &values, keep, again, extra };
    let plan = shape.plan();
    let layout =
        Layout::new(site.form, site.tests.len(), &values, plus, keep, plan.waves, again > 0.0 || extra);
    let fates = fates.into_iter().zip(&values).map(|(fate, &value)| FaceEffect {
        score: layout.score(fate.score as usize, value, fate.again),
        score_of_extra: layout.score(fate.score as usize, value, false),
        again: fate.again && !plan.waves,
        ..fate
    });
    let fates: Vec<FaceEffect> = fates.collect();
    let certain =
        fates.iter().all(|fate| fate.score == fates[0].score && !fate.again && !fate.extra && !fate.reroll);
    let roll = Roll { name: site.name.clone(), rule: rule.to_owned().into() };
    let reading = match site.form {
        Form::Sum | Form::Tally => Reading::Sum,
        Form::Kept { highest, .. } => Reading::Kept { highest, keep: keep as u32 },
        Form::Ranked { highest } => Reading::Ranked { highest, places: site.to.len() as u32 },
    };
    if pools.len() >= limits::KINDS {
        let message = format!("more than {} different dice are rolled", limits::KINDS);
        return Err(Fault::new(site.span, message));
    }
    let is_number = matches!(kind, Some(DieKind::Sum(text)) if text.count == 0);
    let one_face = is_number && sides.len() == 1 && !extra;
    // A plain number is thrown with no die.
    let pool = (!one_face).then(|| pools.add(Die::of_throws(throws(&roll, &sides, &fates)).read_as(reading)));
    let certain_score = (one_face).then(|| fates[0].score);
    Ok(PreparedRoll {
        pool,
        layout: layout.certain(certain_score),
        dice: dice as u32,
        most: (plan.most / dice.max(1) as u32).max(1),
        certain,
        sorting: plan.sorting,
    })
}

fn sums(form: Form) -> bool {
    form != Form::Tally
}

fn too_many_faces(site: &Site) -> Fault {
    let message = "so many dice as one die have more outcomes than 64 bits count";
    Fault::new(site.span, message)
}

fn plain_sides(sides: i64) -> Vec<Side> {
    (1..=sides).map(|value| Side { value, copies: 1, shows: Shows::Number(value) }).collect()
}

/// The faces of a die; none if they cannot be counted.
fn sides(code: i64, kind: Option<&DieKind>, declared: &Declared) -> Option<Vec<Side>> {
    Some(match kind {
        None => plain_sides(code),
        Some(&DieKind::Sum(text)) => totals(text)?,
        Some(&DieKind::Own(place)) => match &declared.dice[place].faces {
            Faces::Numbers(numbers) => grouped(numbers.iter().map(|&value| (value, Shows::Number(value)))),
            Faces::Symbols(symbols) => {
                let shown = |&id: &i64| (id, Shows::Word(declared.text(id).to_owned().into()));
                grouped(symbols.iter().map(shown))
            }
        },
    })
}

/// Equal faces together, in the order in which they come first.
fn grouped(faces: impl Iterator<Item = (i64, Shows)>) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::new();
    for (value, shows) in faces {
        match sides.iter_mut().find(|side| side.value == value) {
            Some(side) => side.copies += 1,
            None => sides.push(Side { value, copies: 1, shows }),
        }
    }
    sides
}

/// Dice of one throw as one die that shows their total.
fn totals(text: DiceText) -> Option<Vec<Side>> {
    let mut copies = vec![1_u64];
    for _ in 0..text.count {
        let mut next = vec![0_u64; copies.len() + text.sides as usize];
        for (total, &known) in copies.iter().enumerate() {
            for more in 1..=text.sides as usize {
                next[total + more] = next[total + more].checked_add(known)?;
            }
        }
        copies = next;
    }
    copies.iter().try_fold(0_u64, |sum, &copies| sum.checked_add(copies))?;
    let side = |(total, copies): (i64, u64)| {
        let value = total + text.plus;
        Side { value, copies, shows: Shows::Number(value) }
    };
    Some((0..).zip(copies).filter(|&(_, copies)| copies > 0).map(side).collect())
}

/// What the tests say of each face. The score is the number of the first test that it passes, from 1.
fn fates(
    site: &Site,
    program: &Program,
    declared: &Declared,
    sides: &[Side],
    regs: &mut [i64],
) -> Result<Vec<FaceEffect>, Fault> {
    let mut fates = Vec::with_capacity(sides.len());
    for side in sides {
        regs[site.face as usize] = side.value;
        let mut fate = FaceEffect::default();
        for (place, test) in (1..).zip(&site.tests) {
            if evaluate(test, program, declared, regs)? {
                fate.score = place;
                break;
            }
        }
        let mut holds = |test: &Option<crate::program::Test>| match test {
            Some(test) => evaluate(test, program, declared, regs),
            None => Ok(false),
        };
        (fate.reroll, fate.again, fate.extra) =
            (holds(&site.reroll)?, holds(&site.again)?, holds(&site.extra)?);
        fates.push(fate);
    }
    Ok(fates)
}

/// The throws of a die: the first, its reroll, and the dice that it brings.
fn throws(roll: &Roll, sides: &[Side], fates: &[FaceEffect]) -> Vec<Throw> {
    // The first throw, the same after a reroll; one more die, the same after a reroll; and one more die that another follows.
    let mut wanted: Vec<(bool, FollowUp)> = vec![(false, FollowUp::Normal)];
    let place = |wanted: &mut Vec<(bool, FollowUp)>, throw: (bool, FollowUp)| {
        wanted.iter().position(|&known| known == throw).unwrap_or_else(|| {
            wanted.push(throw);
            wanted.len() - 1
        })
    };
    let mut throws: Vec<Throw> = Vec::new();
    while let Some(&(rerolled, follows)) = wanted.get(throws.len()) {
        let mut faces = Vec::with_capacity(sides.len());
        for (side, fate) in sides.iter().zip(fates) {
            let again = fate.reroll && !rerolled;
            let then = if again {
                Some(place(&mut wanted, (true, follows)))
            } else {
                match (follows, fate.again, fate.extra) {
                    (FollowUp::Normal, true, true) => {
                        Some(place(&mut wanted, (false, FollowUp::ThenAnother)))
                    }
                    (FollowUp::Normal, true, false) | (FollowUp::ThenAnother, ..) => Some(0),
                    (FollowUp::Normal, false, true) => Some(place(&mut wanted, (false, FollowUp::Nothing))),
                    (FollowUp::Normal, false, false) | (FollowUp::Nothing, ..) => None,
                }
            };
            let score = match follows {
                _ if again => 0,
                FollowUp::Nothing => fate.score_of_extra,
                FollowUp::Normal | FollowUp::ThenAnother => fate.score,
            };
            let score = Score::packed(score);
            faces.push(Face { shows: side.shows.clone(), copies: side.copies, score, then });
        }
        throws.push(Throw { roll: roll.clone(), faces });
    }
    throws
}

/// What a throw may bring.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FollowUp {
    /// What its face says.
    Normal,
    /// Nothing: it was brought by `extra`.
    Nothing,
    /// It was brought by `extra`, and the die that `again` brings is thrown after it.
    ThenAnother,
}
