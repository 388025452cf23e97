//! The few things that a board is drawn with, whatever file it becomes.

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink(pub [u8; 3]);

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Sketch {
    /// Its width, in units of its own.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What is drawn, one over the other.
    pub parts: Vec<Part>,
}

/// Something that is drawn. Places go right and down from the top left corner.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// A rectangle.
    Sheet {
        /// Its top left corner.
        at: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// What it is filled with.
        fill: Ink,
    },
    /// A line with round ends.
    Line {
        /// Where it begins.
        from: (f32, f32),
        /// Where it ends.
        to: (f32, f32),
        /// How thick it is.
        width: f32,
        /// Its colour.
        ink: Ink,
    },
    /// A disc.
    Disc {
        /// Its middle.
        at: (f32, f32),
        /// From there to its edge.
        radius: f32,
        /// What it is filled with.
        fill: Ink,
    },
    /// The edge of a disc.
    Ring {
        /// Its middle.
        at: (f32, f32),
        /// From there to the middle of the line.
        radius: f32,
        /// How thick the line is.
        width: f32,
        /// Its colour.
        ink: Ink,
    },
    /// A few letters or digits.
    Words {
        /// What they are.
        text: String,
        /// The middle of them.
        at: (f32, f32),
        /// How large, as fonts are measured.
        size: f32,
        /// Their colour.
        ink: Ink,
        /// Thick.
        bold: bool,
    },
}
