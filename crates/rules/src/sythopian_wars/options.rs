//! The options of a Sythopian Wars scenario: what the rules leave open.

use chance::{choice, record};

choice! {
    /// The effect of Force in a damage roll against a vehicle (SY-29).
    pub enum VehicleForce {
        /// It is added to the roll.
        Result = "result",
        /// It lowers Armor, at best to 2; double and triple are of the lowered Armor.
        Armor = "armor",
    }
}

choice! {
    /// The cost of Results of twice the Armor (SY-29).
    pub enum DoubleCosts {
        /// One Armor each, beside the plain point.
        Extra = "extra",
        /// One Armor each, the first in place of the plain point.
        Instead = "instead",
    }
}

choice! {
    /// Whether a Whip's extra dice add extra dice (SY-25).
    pub enum WhipDice {
        /// They do not.
        Once = "once",
        /// They do, as often as they hit.
        Recursive = "recursive",
    }
}

choice! {
    /// How melee hits damage a vehicle (SY-34).
    pub enum VehicleMelee {
        /// Hits on both sides are compared, as between infantry.
        Compared = "compared",
        /// Each hit on the vehicle is a damage Result of its roll and Force.
        EachHit = "each-hit",
    }
}

choice! {
    /// The effect of a passed test of a stunned model (SY-17, SY-18, SY-37).
    pub enum StunnedRecover {
        /// It takes off a point of sustained damage.
        Point = "point",
        /// The model stands up, and the damage stays.
        StandUp = "stand-up",
    }
}

choice! {
    /// Which models of infantry fall (SY-16, SY-39).
    pub enum Casualties {
        /// Those without a special weapon first.
        SpecialsLast = "specials-last",
        /// The closest, which may be any: the model that falls or is stunned is drawn at random.
        Closest = "closest",
    }
}

choice! {
    /// How many models are stunned (SY-16, SY-38).
    pub enum StunnedModels {
        /// One while there is sustained damage.
        One = "one",
        /// One more with each attack that leaves points over.
        EachAttack = "each-attack",
    }
}

record! {
    /// Open questions of the rules.
    pub struct Options {
        /// The effect of Force against a vehicle (SY-29).
        vehicle_force: VehicleForce = "result",
        /// The cost of Results of twice the Armor (SY-29).
        double_costs: DoubleCosts = "extra",
        /// Whether a Whip's extra dice add extra dice (SY-25).
        whip: WhipDice = "once",
        /// Whether cover and Defend raise the target's own locks too (SY-14, SY-19).
        cover_helps_lock: bool = false,
        /// How melee hits damage a vehicle (SY-34).
        vehicle_melee: VehicleMelee = "compared",
        /// The effect of a passed test of a stunned model (SY-37).
        stunned_recover: StunnedRecover = "point",
        /// How many models are stunned (SY-38).
        stunned_models: StunnedModels = "one",
        /// Which models of infantry fall (SY-39).
        casualties: Casualties = "specials-last",
        /// Whether a hit in melee needs 2+ at best; otherwise every roll hits where 1 or less is needed (SY-20).
        melee_floor: bool = false,
    }
}
