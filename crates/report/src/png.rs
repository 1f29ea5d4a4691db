//! Charts as pictures, drawn from their SVG with a font that is part of the program.
//!
//! Drawing text with the fonts of the system would need its libraries and give other bytes on each machine.
//! Letters that the font does not have are left out.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{FontResolver, ImageHrefResolver, Options, Tree};

use crate::ReportError;

/// The pixels of the picture for each of the chart, so that it stays sharp in print and on fine screens.
const SCALE: f32 = 2.0;

/// A chart as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, ReportError> {
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: fonts(),
        font_resolver: FontResolver::default(),
        // Charts hold no images, and nothing may be read from outside.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(failed)?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or_else(|| failed("it has no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("it is too large"))?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    encoded(&pixels, &origin(svg))
}

const FAMILY: &str = "DejaVu Sans";

/// The fonts, read once.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_source(Source::Binary(Arc::new(font)));
        }
        fonts.set_sans_serif_family(FAMILY);
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

/// Where the chart says it comes from.
fn origin(svg: &str) -> String {
    let origin = svg.split_once("<metadata>").and_then(|(_, rest)| rest.split_once("</metadata>"));
    let text = origin.map_or("", |(text, _)| text);
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The pixels without their opacity, for the paper is opaque, and the origin as text.
fn encoded(pixels: &Pixmap, origin: &str) -> Result<Vec<u8>, ReportError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    if !origin.is_empty() {
        encoder.add_itxt_chunk("Description".to_owned(), origin.to_owned()).map_err(failed)?;
    }
    let rgb: Vec<u8> =
        pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

fn failed(why: impl std::fmt::Display) -> ReportError {
    ReportError::Picture(why.to_string())
}
