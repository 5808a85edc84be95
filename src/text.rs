//! Clean, measure and wrap text: the ground floor, used by every room.
