//! The sizes of the network. There is one architecture, so the compiler knows the length of every loop.

/// The numbers of a point.
pub(super) const CHANNELS: usize = 32;
/// The cells of a window to either side of its point.
pub(super) const REACH: usize = 3;
/// The windows of that reach, each with its mirror image.
pub(super) const WINDOWS: usize = 820;
/// The number of top policy points, which the value reads.
pub(super) const TOP_POINTS: usize = 8;
/// The ways in which one top policy point can lie to another.
pub(super) const RELATIVE_POSITIONS: usize = 18;
/// The inputs of the value's first layer: the means of y, and three numbers of the top policy points, for each channel.
pub(super) const INPUTS: usize = 4 * CHANNELS;
/// The width of both hidden layers of the value.
pub(super) const HIDDEN: usize = 32;
