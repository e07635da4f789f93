package org.shuffledcheckin.cli.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.Styler.YAxisPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.None;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A chart of curves and points over one axis, written as PNG and SVG alike. */
public final class Figure {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 480;
  private static final int LEGEND_LINE = 24;

  /** Letters of all names together that still fit side by side. */
  private static final int LEGEND_LETTERS = 70;

  private static final Color INK = new Color(0x1f2328);
  private static final Color FRAME = new Color(0xd0d7de);

  static {
    Fonts.bring();
  }

  private final String title;
  private final Axis x;
  private final Axis y;
  private final List<Series> series = new ArrayList<>();
  private Optional<Axis> right = Optional.empty();

  /** Begins an empty figure. */
  public Figure(String title, Axis x, Axis y) {
    this.title = title;
    this.x = x;
    this.y = y;
  }

  /** An axis: what it shows, and whether in powers of ten. */
  public record Axis(String label, boolean logarithmic) {
    /** A plain axis. */
    public static Axis linear(String label) {
      return new Axis(label, false);
    }

    /** An axis in powers of ten; values that are not positive are left out. */
    public static Axis log(String label) {
      return new Axis(label, true);
    }
  }

  /** How a series is drawn: what is proven is solid. */
  public enum Line {
    /** A thick unbroken line. */
    SOLID,
    /** A dashed line. */
    DASHED,
    /** A dotted line. */
    DOTTED,
    /** Points without a line. */
    POINTS,
    /** A histogram's outline, filled. */
    STEPS;

    private BasicStroke stroke() {
      return switch (this) {
        case SOLID, POINTS, STEPS ->
            new BasicStroke(2.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
        case DASHED -> broken(8, 5);
        case DOTTED -> broken(2, 4);
      };
    }

    private static BasicStroke broken(float on, float off) {
      float[] pattern = {on, off};
      return new BasicStroke(1.8f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, pattern, 0);
    }
  }

  /** Colours that stay apart in print and for colour-blind readers. */
  public enum Hue {
    /** For what is proven from above. */
    BLUE(0x0758b8),
    /** For what is proven from below, and for accuracy beside it. */
    ORANGE(0xb3450b),
    /** For comparisons. */
    PURPLE(0x6e40c9),
    /** For comparisons. */
    GREY(0x57606a),
    /** For comparisons. */
    TEAL(0x0f766e);

    private final Color color;

    Hue(int rgb) {
      color = new Color(rgb);
    }

    private Color pale() {
      return new Color(color.getRed(), color.getGreen(), color.getBlue(), 50);
    }
  }

  private record Series(String name, Line line, Hue hue, boolean right, List<double[]> points) {}

  /** Gives the figure a second axis, on the right; {@link #addRight} draws against it. */
  public Figure right(Axis axis) {
    right = Optional.of(axis);
    return this;
  }

  /**
   * Adds a series; points that are not finite, or do not fit a logarithmic axis, are left out. One
   * that is infinite everywhere has no line, and its name says why.
   */
  public Figure add(String name, Line line, Hue hue, List<double[]> points) {
    return add(name, line, hue, false, points);
  }

  /** Adds a series that is drawn against the axis on the right. */
  public Figure addRight(String name, Line line, Hue hue, List<double[]> points) {
    return add(name, line, hue, true, points);
  }

  private Figure add(String name, Line line, Hue hue, boolean onRight, List<double[]> points) {
    List<double[]> drawn =
        points.stream().filter(point -> fits(x, point[0]) && fits(y, point[1])).toList();
    if (!drawn.isEmpty()) {
      series.add(new Series(name, line, hue, onRight, drawn));
    } else if (points.stream().anyMatch(point -> Double.isInfinite(point[1]))) {
      double[] nowhere = {points.get(0)[0], Double.NaN};
      series.add(new Series(name + ": infinite, no line", line, hue, onRight, List.of(nowhere)));
    }
    return this;
  }

  private static boolean fits(Axis axis, double value) {
    return Double.isFinite(value) && (!axis.logarithmic() || value > 0);
  }

  /** Writes {@code NAME.png} and {@code NAME.svg} into the folder. */
  public void writeTo(Path folder, String name) {
    try {
      Files.write(folder.resolve(name + ".png"), png());
      Files.writeString(folder.resolve(name + ".svg"), svg());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the figure " + folder.resolve(name), e);
    }
  }

  /** The figure as a PNG picture. */
  public byte[] png() {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      BitmapEncoder.saveBitmap(chart(), out, BitmapFormat.PNG);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The figure as SVG text. */
  public String svg() {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      VectorGraphicsEncoder.saveVectorGraphic(chart(), out, VectorGraphicsFormat.SVG);
      return out.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT + (isLegendLong() ? LEGEND_LINE * series.size() : 0))
            .title(title)
            .xAxisTitle(x.label())
            .yAxisTitle(y.label())
            .build();
    style(chart);
    right.ifPresent(
        axis -> {
          chart.setYAxisGroupTitle(1, axis.label());
          chart.getStyler().setYAxisGroupPosition(1, YAxisPosition.Right);
        });
    for (Series one : series) {
      XYSeries drawn =
          chart.addSeries(
              one.name(),
              one.points().stream().mapToDouble(point -> point[0]).toArray(),
              one.points().stream().mapToDouble(point -> point[1]).toArray());
      drawn.setLineColor(one.hue().color);
      drawn.setMarkerColor(one.hue().color);
      drawn.setYAxisGroup(one.right() ? 1 : 0);
      if (one.line() == Line.STEPS) {
        drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.StepArea);
        drawn.setFillColor(one.hue().pale());
        drawn.setLineStyle(one.line().stroke());
        drawn.setMarker(new None());
      } else if (one.line() == Line.POINTS) {
        drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
        drawn.setMarker(SeriesMarkers.CIRCLE);
      } else {
        drawn.setLineStyle(one.line().stroke());
        drawn.setMarker(new None());
      }
    }
    return chart;
  }

  /** Names that do not fit side by side stand below each other. */
  private boolean isLegendLong() {
    return series.stream().mapToInt(one -> one.name().length() + 6).sum() > LEGEND_LETTERS;
  }

  private void style(XYChart chart) {
    Font text = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    XYStyler styler = chart.getStyler();
    styler.setXAxisLogarithmic(x.logarithmic());
    styler.setYAxisLogarithmic(y.logarithmic());
    styler.setXAxisMaxLabelCount(12);
    styler.setMarkerSize(5);
    styler.setAxisTickLabelsFont(text);
    styler.setAxisTitleFont(text);
    styler.setPlotGridLinesColor(FRAME);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderColor(FRAME);
    styler.setChartFontColor(INK);
    styler.setChartTitleFont(text.deriveFont(Font.BOLD, 16f));
    styler.setLegendFont(text);
    styler.setLegendBorderColor(FRAME);
    styler.setLegendPosition(LegendPosition.OutsideS);
    styler.setLegendLayout(isLegendLong() ? LegendLayout.Vertical : LegendLayout.Horizontal);
  }
}
