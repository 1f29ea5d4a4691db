//! Catastrophic Damage: DZ-8 to DZ-16. The explosion of DZ-16 is in `frag.rs`.

use super::d8::some;
use super::damage::{Body, Condition};
use super::units::Event;
use chance::Chance;
use chance::dice::{Roll, Shows};

const CATASTROPHE: Roll = Roll::new("catastrophe", "DZ-8");
const RESULT: Roll = Roll::new("result", "DZ-9");
const WEAPON: Roll = Roll::new("weapon", "DZ-12");

/// The rule and the words of each result.
const RESULTS: [(&str, &str); 8] = [
    ("DZ-10", "damaged engines: each move needs 5+ from now on"),
    ("DZ-11", "damaged weapons: each use of a weapon needs 5+ from now on"),
    ("DZ-12", "a weapon is destroyed"),
    ("DZ-13", "scanners shot: one die less to Shoot and Blaze Away from now on"),
    ("DZ-14", "crew panic: the vehicle retreats"),
    ("DZ-15", "immobilised: no more moves"),
    ("DZ-15", "fire: the vehicle is burning"),
    ("DZ-16", "fuel breach: the vehicle blows up"),
];

impl Body {
    /// DZ-8: whether an attack's injuries require the roll for Catastrophic Damage.
    #[inline]
    pub fn may_break(&self, condition: &Condition, damage: u32) -> bool {
        self.is_vehicle() && damage > 0 && !condition.destroyed
    }

    /// DZ-8 to DZ-16: rolls for Catastrophic Damage, and then on the table. Returns whether the vehicle
    /// blew up.
    pub fn catastrophe<C: Chance>(&self, condition: &mut Condition, chance: &mut C) -> bool {
        let injuries = condition.injuries;
        let so_far = || some(injuries.into(), "injury", "injuries");
        if !chance.die(CATASTROPHE, 8, |n| n <= injuries) {
            chance.tell("DZ-8", || format!("more than its {}: no Catastrophic Damage", so_far()));
            return false;
        }
        chance.tell("DZ-8", || format!("at most its {}: {} suffers Catastrophic Damage", so_far(), self.who));
        let result = chance.die(RESULT, 8, |n| n);
        let place = usize::from(result - 1);
        chance.tell(RESULTS[place].0, || format!("result {result}, {}", RESULTS[place].1));
        let event = Event::ALL[place];
        condition.suffered.add(event);
        match event {
            Event::WeaponDestroyed => self.lose_weapon(condition, chance),
            Event::CrewPanic if condition.stuck => {
                chance.tell("DZ-14", || {
                    "it is stuck or on fire: abandoned and blown up, as result 8".to_owned()
                });
                condition.suffered.add(Event::FuelBreach);
                condition.destroyed = true;
            }
            Event::Immobilised | Event::Fire => condition.stuck = true,
            Event::FuelBreach => condition.destroyed = true,
            _ => {}
        }
        condition.destroyed
    }

    /// DZ-12: one of the weapons still there.
    fn lose_weapon<C: Chance>(&self, condition: &mut Condition, chance: &mut C) {
        let mut copies = [0; u16::BITS as usize];
        let copies = &mut copies[..self.weapons.len()];
        for (place, copies) in copies.iter_mut().enumerate() {
            *copies = u32::from(!condition.weapons_gone >> place & 1);
        }
        if copies.iter().all(|&copies| copies == 0) {
            chance.tell("DZ-12", || format!("{} has no weapon left to lose", self.who));
            return;
        }
        let lost = chance.draw(WEAPON, copies, |place| Shows::Number(place as i64 + 1));
        condition.weapons_gone |= 1 << lost;
        chance.tell("DZ-12", || format!("{} loses its {}", self.who, self.weapons.name(lost)));
    }
}
