//! The world as a model of the crate stateright: the same states and steps, walked by somebody else's checker.

use stateright::{Model, Property as Claim};
use token34::fencing::explore::steps;
use token34::fencing::property::Property;
use token34::fencing::world::{Action, Setup, World};

/// A setup, for stateright.
pub(crate) struct Checked(pub(crate) Setup);

impl Model for Checked {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.0)]
    }

    fn actions(&self, world: &World, out: &mut Vec<Action>) {
        steps(world, out);
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let mut after = *world;
        after.apply(action);
        Some(after)
    }

    fn properties(&self) -> Vec<Claim<Self>> {
        vec![
            Claim::always(Property::ExclusiveGrants.name(), |_, world: &World| {
                !world.broken(Property::ExclusiveGrants)
            }),
            Claim::always(Property::OrderedWrites.name(), |_, world: &World| {
                !world.broken(Property::OrderedWrites)
            }),
            Claim::always(Property::NoLostUpdate.name(), |_, world: &World| {
                !world.broken(Property::NoLostUpdate)
            }),
            // Never found broken, so that the checker walks the whole space whatever else it finds.
            Claim::always("walk it all", |_, _| true),
        ]
    }
}
