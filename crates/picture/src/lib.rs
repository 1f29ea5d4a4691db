//! Draws charts, which are SVG documents, as PNG.
//!
//! The fonts are part of the program. Those of the system would need its libraries and give other bytes on each machine. Letters
//! that the fonts do not have are left out.
//!
//! This is a crate of its own because drawing is most of the work of a report and its libraries are most of what a report links.
//! Whoever needs numbers, pages or SVG needs none of it.

mod palette;

use std::fmt;
use std::sync::{Arc, OnceLock};

use png::{ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{FontResolver, ImageHrefResolver, Options, Tree};

use self::palette::Indexed;

/// The pixels of the picture for each of the chart, so that it stays sharp in print and on fine screens.
const SCALE: f32 = 2.0;

/// Why a chart could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureError(String);

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a chart could not be turned into a PNG: {}", self.0)
    }
}

impl std::error::Error for PictureError {}

fn failed(why: impl fmt::Display) -> PictureError {
    PictureError(why.to_string())
}

/// Draws a chart. What its `<metadata>` says goes into the picture as text.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
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

/// The pixels, each as its place in a palette, and the origin as text.
fn encoded(pixels: &Pixmap, origin: &str) -> Result<Vec<u8>, PictureError> {
    let Indexed { palette, places } = Indexed::of(pixels.data());
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_compression(Compression::Fast);
    // Neighbouring places in a palette have nothing to do with each other, so differences between them say nothing.
    encoder.set_filter(Filter::NoFilter);
    if !origin.is_empty() {
        encoder.add_itxt_chunk("Description".to_owned(), origin.to_owned()).map_err(failed)?;
    }
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&places).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
