//! The world: clients, lock services, storage with a fence, and the time lines that come of them.
//!
//! [`world::World`] is the one transition system. It has no clock: it knows which steps are possible and what
//! each does. A [`timeline`] orders steps by the times of a [`scenario`]; the explorer walks every order that
//! the timing rules of [`timely`](timing::timely) allow. Nothing anywhere says how a run ends.

pub mod adversary;
pub mod client;
mod crew;
pub mod explore;
pub mod fault;
mod fault_steps;
pub mod knobs;
pub mod lock;
pub mod map;
pub mod matrix;
pub mod moves;
mod narrate;
pub mod property;
pub mod recorder;
pub mod scenario;
pub mod schedule;
pub mod storage;
pub mod timeline;
pub mod timing;
pub mod world;
