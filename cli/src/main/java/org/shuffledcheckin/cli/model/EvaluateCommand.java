package org.shuffledcheckin.cli.model;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.prediction.Confusion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Measures a model. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Accuracy of a model on the test part of a data set, and which classes it takes for which.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin model evaluate runs/demo-...",
      "  checkin model evaluate digits.zip --dataset digits --json"
    })
final class EvaluateCommand implements Callable<Integer> {
  @Mixin private ModelSource source;
  @Mixin private DatasetOptions dataset;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ModelSource.Taken taken = source.take();
    DataSplit data = data(dataset);
    Confusion confusion = Confusion.of(taken.saved(), data.test());
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("accuracy", confusion.accuracy());
      result.put("records", data.test().size());
      result.put("data", data.origin());
      taken.rounds().ifPresent(rounds -> result.put("rounds", rounds));
      result.put("confusion", confusion.counts());
      json.print(out, result);
      return ExitCode.OK;
    }
    out.printf(
        Locale.ROOT,
        "%.2f %% of %,d test records recognised (%s)%n%n",
        100 * confusion.accuracy(),
        data.test().size(),
        data.origin());
    out.print(confusion);
    out.flush();
    return ExitCode.OK;
  }

  static DataSplit data(DatasetOptions dataset) throws IOException {
    DataOptions where = DataOptions.ofUser(dataset.directory());
    return DataProgress.during(to -> DataSets.resolve(dataset.name().orElse("mnist"), where, to));
  }
}
