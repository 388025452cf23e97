//! The drawing primitives, independent of the file format.

/// A colour: red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink(pub [u8; 3]);

#[derive(Clone, PartialEq, Debug)]
pub struct Sketch {
    pub width: f32,
    pub height: f32,
    /// The parts, in drawing order.
    pub parts: Vec<SketchPart>,
}

/// A drawing primitive. Coordinates count right and down from the top left corner.
#[derive(Clone, PartialEq, Debug)]
pub enum SketchPart {
    Sheet {
        /// The top left corner.
        at: (f32, f32),
        size: (f32, f32),
        fill: Ink,
    },
    /// A line with round ends.
    Line { from: (f32, f32), to: (f32, f32), width: f32, ink: Ink },
    Disc {
        /// The centre.
        at: (f32, f32),
        radius: f32,
        fill: Ink,
    },
    Ring {
        /// The centre.
        at: (f32, f32),
        /// The radius to the middle of the line.
        radius: f32,
        width: f32,
        ink: Ink,
    },
    Words {
        text: String,
        /// The centre of the text.
        at: (f32, f32),
        size: f32,
        ink: Ink,
        bold: bool,
    },
}
