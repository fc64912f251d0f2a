//! Plots of a benchmark: a cactus plot, and cost against time.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::cli::bench::{Results, ratio};

const SIZE: (u32, u32) = (1100, 480);

/// Draws to a file: `.html` has the `table` too, all others are SVG.
pub(super) fn write(path: &Path, results: &Results, table: &str) -> Result<(), Box<dyn Error>> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let halves = area.split_evenly((1, 2));
        cactus(&halves[0], results)?;
        cost_against_time(&halves[1], results)?;
        area.present()?;
    }
    let text =
        if path.extension().is_some_and(|extension| extension == "html") { page(&svg, table) } else { svg };
    Ok(std::fs::write(path, text)?)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// For each extractor its times in ascending order: how many graphs are done within a time each. Filled marks are
/// proven optimal.
fn cactus(area: &Area<'_>, results: &Results) -> Result<(), Box<dyn Error>> {
    let times = results.runs.iter().map(|run| run.seconds.max(1e-6));
    let (least, most) = times.fold((1.0_f64, 1e-6_f64), |(a, b), time| (a.min(time), b.max(time)));
    let graphs = results.best.len().max(1);
    let mut chart = ChartBuilder::on(area)
        .caption("time for each graph, fastest first", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(0..graphs + 1, (least / 2.0..most * 2.0).log_scale())?;
    chart.configure_mesh().x_desc("graphs").y_desc("seconds").light_line_style(WHITE).draw()?;
    for (at, name) in results.extractors.iter().enumerate() {
        let mut runs: Vec<_> = results.runs.iter().filter(|run| run.extractor == at).collect();
        runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let color = Palette99::pick(at).to_rgba();
        let points: Vec<(usize, f64)> =
            runs.iter().enumerate().map(|(done, run)| (done + 1, run.seconds.max(1e-6))).collect();
        let line = LineSeries::new(points.iter().copied(), color.stroke_width(2));
        chart.draw_series(line)?.label(*name).legend(move |(x, y)| legend(x, y, color));
        let proven = points.iter().zip(&runs).filter(|(_, run)| run.is_optimal);
        chart.draw_series(proven.map(|(&point, _)| Circle::new(point, 2, color.filled())))?;
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE.mix(0.8)).draw()?;
    Ok(())
}

/// For each extractor one point: time over all graphs, and the geometric mean of cost against the best known.
fn cost_against_time(area: &Area<'_>, results: &Results) -> Result<(), Box<dyn Error>> {
    let points: Vec<(f64, f64)> = (0..results.extractors.len()).map(|at| mean(results, at)).collect();
    let times = points.iter().map(|point| point.0);
    let (least, most) = times.fold((f64::INFINITY, 1e-6_f64), |(a, b), time| (a.min(time), b.max(time)));
    let worst = points.iter().map(|point| point.1).fold(1.0001, f64::max);
    let top = 1.0 + (worst - 1.0) * 1.15;
    let mut chart = ChartBuilder::on(area)
        .caption("cost against the best known, and time over all graphs", ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d((least.min(most) / 3.0..most * 8.0).log_scale(), 1.0..top)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("seconds").y_desc("mean ratio").y_label_formatter(&|ratio| format!("{ratio:.3}"));
    mesh.light_line_style(WHITE).draw()?;
    for (at, (name, point)) in results.extractors.iter().zip(points).enumerate() {
        let color = Palette99::pick(at).to_rgba();
        chart.draw_series([Circle::new(point, 5, color.filled())])?;
        chart.draw_series([EmptyElement::at(point) + Text::new(*name, (8, -6), ("sans-serif", 13))])?;
    }
    Ok(())
}

fn legend(x: i32, y: i32, color: RGBAColor) -> PathElement<(i32, i32)> {
    PathElement::new(vec![(x, y), (x + 16, y)], color.stroke_width(2))
}

/// Seconds, and the geometric mean of the ratios, of an extractor.
fn mean(results: &Results, extractor: usize) -> (f64, f64) {
    let runs = results.runs.iter().filter(|run| run.extractor == extractor);
    let (mut seconds, mut logs, mut count) = (0.0, 0.0, 0.0_f64);
    for run in runs {
        seconds += run.seconds;
        logs += ratio(run.cost, results.best[run.graph]).ln();
        count += 1.0;
    }
    (seconds.max(1e-6), (logs / count.max(1.0)).exp())
}

fn page(svg: &str, table: &str) -> String {
    let escaped = table.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>selfsame bench</title></head>\n\
         <body>\n{svg}\n<pre>\n{escaped}</pre>\n</body>\n</html>\n"
    )
}
