package org.shuffledcheckin.cli.model;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.ImageFile;
import org.shuffledcheckin.learning.model.Dl4jModels.Saved;
import org.shuffledcheckin.learning.prediction.Classifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Asks a model. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "The class a model gives to pictures of your own, or to records of a data set's test part, with"
          + " its probability and the runner-up.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin model predict runs/demo-... --image seven.png --invert",
      "  checkin model predict digits.zip --dataset mnist --records 0,1,2,17"
    })
final class PredictCommand implements Callable<Integer> {
  @Mixin private ModelSource source;

  @Option(
      names = "--image",
      paramLabel = "FILE",
      description =
          "PNG of the model's size (28 x 28 for digits), or .csv with one number per pixel; may be"
              + " repeated.")
  private List<Path> images = List.of();

  @Option(names = "--invert", description = "The pictures are dark on light, as on paper.")
  private boolean invert;

  @Option(
      names = "--records",
      paramLabel = "I",
      split = ",",
      description = "Records of the test part, from 0, separated by commas (default: 0 to 9).")
  private List<Integer> records = List.of();

  @Mixin private DatasetOptions dataset;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  /** One line of the answer; the label is null where nobody knows it. */
  private record Line(String record, Integer label, Classifier.Prediction said) {}

  @Override
  public Integer call() throws IOException {
    if (!images.isEmpty() && (!records.isEmpty() || dataset.name().isPresent())) {
      throw new CommandFailure(
          ExitCode.USAGE, "--image and --records exclude each other: ask for one at a time");
    }
    if (invert && images.isEmpty()) {
      throw new CommandFailure(ExitCode.USAGE, "--invert is for --image");
    }
    Saved model = source.take().saved();
    print(images.isEmpty() ? ofRecords(model) : ofImages(model));
    return ExitCode.OK;
  }

  private List<Line> ofImages(Saved model) throws IOException {
    Classifier classifier = new Classifier(model);
    List<Line> lines = new ArrayList<>();
    for (Path image : images) {
      float[] record = ImageFile.read(image, model.spec().input(), invert);
      lines.add(new Line(image.toString(), null, classifier.ask(record)));
    }
    return lines;
  }

  private List<Line> ofRecords(Saved model) throws IOException {
    Dataset data = EvaluateCommand.data(dataset).test();
    Classifier classifier = new Classifier(model);
    float[] record = new float[data.shape().size()];
    List<Line> lines = new ArrayList<>();
    for (int index : records.isEmpty() ? List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) : records) {
      if (index < 0 || index >= data.size()) {
        throw new IllegalArgumentException(
            "--records must be in [0, " + data.size() + ") but one is " + index);
      }
      data.copyInput(index, record);
      lines.add(new Line(Integer.toString(index), data.label(index), classifier.ask(record)));
    }
    return lines;
  }

  private void print(List<Line> lines) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      json.print(out, lines.stream().map(PredictCommand::fields).toList());
      return;
    }
    int width =
        Math.max(6, lines.stream().mapToInt(line -> line.record().length()).max().orElse(0));
    out.printf("%-" + width + "s  said  probability  next         label%n", "record");
    for (Line line : lines) {
      out.printf(
          Locale.ROOT,
          "%-" + width + "s  %4d  %9.1f %%  %d (%.1f %%)%s%n",
          line.record(),
          line.said().best(),
          100 * line.said().probability(),
          line.said().second(),
          100 * line.said().secondProbability(),
          line.label() == null ? "" : mark(line));
    }
    out.flush();
  }

  private static String mark(Line line) {
    return "    " + line.label() + (line.label() == line.said().best() ? "" : "  wrong");
  }

  private static Map<String, Object> fields(Line line) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("record", line.record());
    if (line.label() != null) {
      fields.put("label", line.label());
    }
    fields.put("class", line.said().best());
    fields.put("probability", line.said().probability());
    fields.put("second", line.said().second());
    fields.put("secondProbability", line.said().secondProbability());
    return fields;
  }
}
