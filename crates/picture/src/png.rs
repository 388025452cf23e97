//! A sketch as PNG.

use crate::canvas::Canvas;
use crate::sketch::Sketch;
use png::{BitDepth, ColorType, Encoder, EncodingError};

/// The picture at `scale` pixels per unit.
pub fn write(sketch: &Sketch, scale: f32) -> Result<Vec<u8>, EncodingError> {
    let canvas = Canvas::of(sketch, scale);
    let mut file = Vec::new();
    let (width, height) = canvas.size();
    let mut encoder = Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.pixels().as_flattened())?;
    writer.finish()?;
    Ok(file)
}
