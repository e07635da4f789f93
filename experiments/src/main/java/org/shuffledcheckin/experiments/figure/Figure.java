package org.shuffledcheckin.experiments.figure;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;

/** A chart of curves and points over one axis, written as PNG and SVG alike. */
public final class Figure {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 440;

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
    /** A histogram's area. */
    STEPS;

    static final float THIN = 2.2f;

    boolean isBroken() {
      return this == DASHED || this == DOTTED;
    }

    BasicStroke stroke() {
      return stroke(isBroken() ? THIN : 2.6f);
    }

    BasicStroke stroke(float width) {
      return switch (this) {
        case SOLID, POINTS, STEPS ->
            new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
        case DASHED -> broken(width, BasicStroke.CAP_BUTT, 9, 4);
        // Round ends make dots of strokes of almost no length.
        case DOTTED -> broken(width, BasicStroke.CAP_ROUND, 0.1f, 6);
      };
    }

    private static BasicStroke broken(float width, int cap, float on, float off) {
      return new BasicStroke(width, cap, BasicStroke.JOIN_ROUND, 1, new float[] {on, off}, 0);
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

    Color color() {
      return color;
    }

    Color pale() {
      return new Color(color.getRed(), color.getGreen(), color.getBlue(), 90);
    }
  }

  record Series(String name, Line line, Hue hue, boolean right, List<double[]> points) {}

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
    Axis against = onRight ? right.orElseThrow() : y;
    List<double[]> drawn =
        points.stream().filter(point -> fits(x, point[0]) && fits(against, point[1])).toList();
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
      JFreeChart chart = chart();
      ChartUtils.writeChartAsPNG(out, chart, WIDTH, height(chart));
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The figure as SVG text. */
  public String svg() {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      JFreeChart chart = chart();
      int height = height(chart);
      VectorGraphics2D graphics = new VectorGraphics2D();
      chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
      new SVGProcessor()
          .getDocument(graphics.getCommands(), new PageSize(WIDTH, height))
          .writeTo(out);
      // Whoever has not this machine's font is to see one that is like it.
      return out.toString(StandardCharsets.UTF_8)
          .replaceAll("(font-family:&quot;[^&]*&quot;)", "$1,sans-serif");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JFreeChart chart() {
    return FigureChart.of(this);
  }

  /** High enough that the plot keeps its size however many names stand below it. */
  private static int height(JFreeChart chart) {
    return HEIGHT + FigureChart.legendHeight(chart, WIDTH);
  }

  String title() {
    return title;
  }

  Axis x() {
    return x;
  }

  Axis y() {
    return y;
  }

  Optional<Axis> right() {
    return right;
  }

  List<Series> series() {
    return List.copyOf(series);
  }
}
