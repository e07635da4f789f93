package org.shuffledcheckin.loadtest;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Hue;
import org.shuffledcheckin.experiments.figure.Figure.Line;
import org.shuffledcheckin.loadtest.balance.RoundCounts;

/** The three pictures of a load test. */
final class LoadFigures {
  private final LoadResult result;

  LoadFigures(LoadResult result) {
    this.result = result;
  }

  void writeTo(Path folder) {
    rates().writeTo(folder, "pledges-per-second");
    latencies().writeTo(folder, "latency");
    reports().writeTo(folder, "reports");
  }

  Figure rates() {
    return new Figure(
            "Pledges a second while clients were at it",
            Axis.linear("round"),
            Axis.linear("pledges a second"))
        .add(
            "acknowledged",
            Line.SOLID,
            Hue.BLUE,
            result.watch().rounds().entrySet().stream()
                .filter(entry -> !entry.getValue().busy().isZero())
                .map(
                    entry ->
                        new double[] {
                          entry.getKey().number(),
                          entry.getValue().pledges() * 1e9 / entry.getValue().busy().toNanos()
                        })
                .toList());
  }

  Figure latencies() {
    return new Figure(
            "Latency of pledges and deliveries",
            Axis.log("one in so many took longer"),
            Axis.log("milliseconds"))
        .add("pledge since announcement", Line.SOLID, Hue.BLUE, result.watch().pledges().tail())
        .add(
            "delivery since announcement",
            Line.SOLID,
            Hue.PURPLE,
            result.watch().deliveries().tail())
        .add("of the call", Line.DASHED, Hue.ORANGE, result.watch().calls().tail());
  }

  Figure reports() {
    return new Figure("Reports in each round", Axis.linear("round"), Axis.linear("reports"))
        .add(
            "acknowledged",
            Line.SOLID,
            Hue.BLUE,
            result.balance().acknowledged().keySet().stream()
                .map(round -> new double[] {round.number(), result.balance().of(round).least()})
                .toList())
        .add("counted or rejected", Line.POINTS, Hue.ORANGE, counts(RoundCounts::reports))
        .add(
            "rejected",
            Line.DASHED,
            Hue.PURPLE,
            counts(round -> round.reports() - round.counted()));
  }

  private List<double[]> counts(ToDoubleFunction<RoundCounts> value) {
    return result.balance().counts().entrySet().stream()
        .filter(entry -> entry.getValue().isReleased())
        .map(entry -> new double[] {entry.getKey().number(), value.applyAsDouble(entry.getValue())})
        .toList();
  }
}
