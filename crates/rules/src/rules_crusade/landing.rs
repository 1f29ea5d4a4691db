//! Where a drop pod comes down: RC-29.

use super::units::Units;
use chance::Chance;
use chance::dice::{Die, Pool, Pools, Roll};
use chance::fields::Whole;

const DEVIATION: Roll = Roll::new("deviation", "RC-29");
const DIRECTION: Roll = Roll::new("direction", "RC-29");

/// A pod that deviates from a spot at some distance from the target.
#[derive(Clone, Debug)]
pub struct Landing {
    inches: Pool,
    /// From the nominated spot to the target.
    distance: u32,
    /// How far from the pod's middle it hits what is under it.
    template: u32,
    directions: u8,
}

impl Landing {
    /// `None` if the pod comes down on the target in any case.
    pub fn new(units: &Units, pools: &mut Pools) -> Option<Self> {
        let distance = units.situation.pod_distance.map(Whole::get)?;
        Some(Self {
            inches: pools.add(Die::new(DEVIATION, 6, |number| number)),
            distance,
            template: units.options.pod_template.get(),
            directions: units.options.pod_directions.get() as u8,
        })
    }

    /// RC-29: 2d6 inches in a random direction. Returns whether the pod comes down on the target.
    pub fn hits<C: Chance>(&self, chance: &mut C) -> bool {
        let inches = chance.pool(self.inches, 2).count();
        let hits = chance.die(DIRECTION, self.directions, |direction| self.is_under(inches, direction));
        chance.tell("RC-29", || {
            let end = if hits { "on the target" } else { "beside the target" };
            format!("the pod deviates {inches}\" and comes down {end}")
        });
        hits
    }

    /// Whether the target is under a pod that deviates so far. Direction 1 leads from the spot to the target.
    fn is_under(&self, inches: u32, direction: u8) -> bool {
        let angle = std::f64::consts::TAU * f64::from(direction - 1) / f64::from(self.directions);
        let (far, distance) = (f64::from(inches), f64::from(self.distance));
        let squared = far * far + distance * distance - 2.0 * far * distance * angle.cos();
        let template = f64::from(self.template);
        // The edge counts, whatever the last digit of the cosine.
        squared <= template * template + 1e-9
    }
}
