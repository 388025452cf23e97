//! The drawing primitives, independent of the file format.

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink(pub [u8; 3]);

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Sketch {
    /// The width, in units.
    pub width: f32,
    /// The height, in units.
    pub height: f32,
    /// The parts, in drawing order.
    pub parts: Vec<SketchPart>,
}

/// A drawing primitive. Coordinates count right and down from the top left corner.
#[derive(Clone, PartialEq, Debug)]
pub enum SketchPart {
    /// A rectangle.
    Sheet {
        /// The top left corner.
        at: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// The fill colour.
        fill: Ink,
    },
    /// A line with round ends.
    Line {
        /// The start.
        from: (f32, f32),
        /// The end.
        to: (f32, f32),
        /// The line width.
        width: f32,
        /// The colour.
        ink: Ink,
    },
    Disc {
        /// The centre.
        at: (f32, f32),
        radius: f32,
        /// The fill colour.
        fill: Ink,
    },
    /// A circle.
    Ring {
        /// The centre.
        at: (f32, f32),
        /// The radius to the middle of the line.
        radius: f32,
        /// The line width.
        width: f32,
        /// The colour.
        ink: Ink,
    },
    /// A short text.
    Words {
        text: String,
        /// The centre of the text.
        at: (f32, f32),
        /// The font size.
        size: f32,
        /// The colour.
        ink: Ink,
        /// Whether it is bold.
        bold: bool,
    },
}
