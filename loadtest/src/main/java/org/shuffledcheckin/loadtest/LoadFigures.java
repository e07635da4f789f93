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
    rates().writeTo(folder, "answers-per-second");
    latencies().writeTo(folder, "latency");
    reports().writeTo(folder, "reports");
  }

  Figure rates() {
    return new Figure(
            "Answers a second while answers were under way",
            Axis.linear("round"),
            Axis.linear("answers a second"))
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
                          entry.getValue().answers() * 1e9 / entry.getValue().busy().toNanos()
                        })
                .toList());
  }

  Figure latencies() {
    return new Figure(
            "Latency of answers",
            Axis.log("one answer in so many took longer"),
            Axis.log("milliseconds"))
        .add("since announcement", Line.SOLID, Hue.BLUE, result.watch().answers().tail())
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
