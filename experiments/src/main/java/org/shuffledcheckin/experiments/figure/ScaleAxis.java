package org.shuffledcheckin.experiments.figure;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** An axis that is numbered as its scale says; it runs over the positions of the scale. */
@SuppressWarnings("serial") // The library's axes are serialisable; these are drawn and forgotten.
final class ScaleAxis extends NumberAxis {
  private final transient Scale scale;

  ScaleAxis(String label, Scale scale, Font font, Color ink, Color frame) {
    super(label);
    this.scale = scale;
    setRange(scale.position(scale.lower()), scale.position(scale.upper()));
    setLabelFont(font);
    setLabelPaint(ink);
    setTickLabelFont(font);
    setTickLabelPaint(ink);
    setAxisLineVisible(false);
    setTickMarkPaint(frame);
  }

  @Override
  public List<NumberTick> refreshTicks(
      Graphics2D graphics, AxisState state, Rectangle2D area, RectangleEdge edge) {
    TextAnchor anchor = anchor(edge);
    return scale.ticks().stream()
        .map(
            tick ->
                new NumberTick(
                    tick.isLabelled() ? TickType.MAJOR : TickType.MINOR,
                    scale.position(tick.value()),
                    tick.label(),
                    anchor,
                    anchor,
                    0))
        .toList();
  }

  private static TextAnchor anchor(RectangleEdge edge) {
    if (RectangleEdge.LEFT.equals(edge)) {
      return TextAnchor.CENTER_RIGHT;
    }
    return RectangleEdge.RIGHT.equals(edge) ? TextAnchor.CENTER_LEFT : TextAnchor.TOP_CENTER;
  }
}
