package org.shuffledcheckin.experiments.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.block.RectangleConstraint;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.AbstractXYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.renderer.xy.XYStepAreaRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Line;
import org.shuffledcheckin.experiments.figure.Figure.Series;

/** Draws a figure with JFreeChart: its own scales, and one renderer for each series. */
final class FigureChart {
  private static final Color INK = new Color(0x1f2328);
  private static final Color FRAME = new Color(0xd0d7de);
  private static final Color FAINT = new Color(0xeff2f5);
  private static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final BasicStroke HAIR = new BasicStroke(1);
  private static final double DOT = 7;

  static {
    // Text that stands upright is to be text in SVG too, not the outlines of letters.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private final List<Series> series;
  private final XYPlot plot = new XYPlot();
  private final Scale x;

  private FigureChart(List<Series> series, Axis axis) {
    this.series = series;
    x = scale(axis, series, 0);
    plot.setDomainAxis(axis(axis, x));
    style();
  }

  static JFreeChart of(Figure figure) {
    List<Series> series = figure.series();
    FigureChart chart = new FigureChart(series, figure.x());
    chart.add(figure.y(), 0);
    figure.right().ifPresent(axis -> chart.add(axis, 1));
    return chart.framed(figure.title());
  }

  private void add(Axis axis, int place) {
    List<Series> own = series.stream().filter(one -> one.right() == (place == 1)).toList();
    Scale y = scale(axis, own, 1);
    plot.setRangeAxis(place, axis(axis, y));
    for (Series one : own) {
      // Where it stands among all decides on its place in the legend.
      int index = 2 * series.indexOf(one);
      draw(index, points(one, y), one.line().isBroken() ? casing(one) : renderer(one), place);
      if (one.line().isBroken()) {
        draw(index + 1, points(one, y), renderer(one), place);
      }
    }
  }

  private void draw(
      int index, XYSeriesCollection points, AbstractXYItemRenderer renderer, int place) {
    plot.setDataset(index, points);
    plot.setRenderer(index, renderer);
    plot.mapDatasetToRangeAxis(index, place);
  }

  /** White around dots and dashes, so that they show also where they lie on another line. */
  private static AbstractXYItemRenderer casing(Series one) {
    AbstractXYItemRenderer renderer = curve(one);
    renderer.setSeriesPaint(0, Color.WHITE);
    renderer.setSeriesStroke(0, one.line().stroke(Line.THIN + 1.6f));
    renderer.setSeriesVisibleInLegend(0, false);
    return renderer;
  }

  private static Scale scale(Axis axis, List<Series> series, int coordinate) {
    return Scale.of(
        axis.logarithmic(),
        series.stream()
            .flatMap(one -> one.points().stream())
            .mapToDouble(point -> point[coordinate])
            .filter(Double::isFinite)
            .toArray());
  }

  private static ScaleAxis axis(Axis axis, Scale scale) {
    return new ScaleAxis(axis.label(), scale, TEXT, INK, FRAME);
  }

  private XYSeriesCollection points(Series one, Scale y) {
    XYSeries points = new XYSeries(one.name(), false);
    one.points().forEach(point -> points.add(x.position(point[0]), y.position(point[1])));
    return new XYSeriesCollection(points);
  }

  private static AbstractXYItemRenderer renderer(Series one) {
    AbstractXYItemRenderer renderer = one.line() == Line.STEPS ? steps(one) : curve(one);
    renderer.setSeriesStroke(0, one.line().stroke());
    return renderer;
  }

  private static AbstractXYItemRenderer steps(Series one) {
    XYStepAreaRenderer renderer = new XYStepAreaRenderer();
    renderer.setSeriesPaint(0, one.hue().pale());
    return renderer;
  }

  private static AbstractXYItemRenderer curve(Series one) {
    boolean points = one.line() == Line.POINTS;
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(!points, points);
    // As one path, so that dashes do not begin anew at each point.
    renderer.setDrawSeriesLineAsPath(true);
    renderer.setSeriesPaint(0, one.hue().color());
    renderer.setSeriesShape(0, new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
    renderer.setLegendLine(new Line2D.Double(-14, 0, 14, 0));
    return renderer;
  }

  private void style() {
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlinePaint(FRAME);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    plot.setDomainGridlinePaint(FRAME);
    plot.setDomainGridlineStroke(HAIR);
    plot.setDomainMinorGridlinesVisible(true);
    plot.setDomainMinorGridlinePaint(FAINT);
    plot.setDomainMinorGridlineStroke(HAIR);
    plot.setRangeGridlinePaint(FRAME);
    plot.setRangeGridlineStroke(HAIR);
    plot.setRangeMinorGridlinesVisible(true);
    plot.setRangeMinorGridlinePaint(FAINT);
    plot.setRangeMinorGridlineStroke(HAIR);
  }

  private JFreeChart framed(String title) {
    JFreeChart chart = new JFreeChart(title, TEXT.deriveFont(Font.BOLD, 16f), plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setTextAntiAlias(RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    chart
        .getRenderingHints()
        .put(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    chart.setPadding(new RectangleInsets(10, 10, 10, 20));
    chart.getTitle().setPaint(INK);
    chart.getTitle().setMargin(0, 0, 8, 0);
    LegendTitle legend = chart.getLegend();
    legend.setItemFont(TEXT);
    legend.setItemPaint(INK);
    legend.setFrame(BlockBorder.NONE);
    legend.setBackgroundPaint(Color.WHITE);
    legend.setHorizontalAlignment(HorizontalAlignment.CENTER);
    legend.setItemLabelPadding(new RectangleInsets(2, 6, 2, 14));
    return chart;
  }

  /** How much the names below the plot take if all are to be seen. */
  static int legendHeight(JFreeChart chart, int width) {
    Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    try {
      return (int)
          chart
              .getLegend()
              .arrange(
                  graphics,
                  new RectangleConstraint(new Range(0, width), new Range(0, Integer.MAX_VALUE)))
              .getHeight();
    } finally {
      graphics.dispose();
    }
  }
}
