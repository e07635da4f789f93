package org.shuffledcheckin.learning.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.FeatureExtractor;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/** What every engine promises. */
abstract class GradientEngineContract {
  private static final long SEED = 20240607;
  private static final int COORDINATES = 60;

  abstract GradientEngine engine(ModelSpec model);

  static Stream<ModelSpec> models() {
    return Examples.models();
  }

  @ParameterizedTest
  @MethodSource("models")
  void lossAndGradient_randomExample_matchesFiniteDifferencesInDouble(ModelSpec model) {
    float[] parameters = Examples.parameters(model, SEED);
    float[] record = Examples.record(model.input(), SEED + 1);
    int label = model.classes() - 1;
    float[] gradient = new float[model.parameterCount()];
    double loss = loaded(model, parameters).lossAndGradient(record, label, gradient);

    ReferenceNetwork reference = new ReferenceNetwork(model);
    float[] inner = networkInput(model, record);
    double expected =
        reference.loss(ReferenceNetwork.widen(parameters), ReferenceNetwork.widen(inner), label);
    assertThat(loss).isCloseTo(expected, within(1e-4 * (1 + expected)));
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < COORDINATES; i++) {
      int index = random.nextInt(parameters.length);
      double derivative = reference.derivative(parameters, inner, label, index);
      assertThat((double) gradient[index])
          .as("coordinate %d, seed %d", index, SEED)
          .isCloseTo(derivative, within(2e-5 + 1e-3 * Math.abs(derivative)));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void lossAndGradient_dirtyOutput_overwritesEveryCoordinate(ModelSpec model) {
    float[] record = Examples.record(model.input(), SEED);
    GradientWorker worker = loaded(model, Examples.parameters(model, SEED));
    float[] clean = new float[model.parameterCount()];
    worker.lossAndGradient(record, 0, clean);
    float[] dirty = new float[model.parameterCount()];
    java.util.Arrays.fill(dirty, 1e6f);
    worker.lossAndGradient(Examples.record(model.input(), SEED + 9), 1, dirty);
    worker.lossAndGradient(record, 0, dirty);
    assertThat(dirty).containsExactly(clean);
  }

  @ParameterizedTest
  @MethodSource("models")
  void probabilities_randomExample_agreeWithLoss(ModelSpec model) {
    float[] record = Examples.record(model.input(), SEED);
    GradientWorker worker = loaded(model, Examples.parameters(model, SEED));
    float[] probabilities = new float[model.classes()];
    worker.probabilities(record, probabilities);
    float sum = 0;
    for (int label = 0; label < model.classes(); label++) {
      double loss = worker.lossAndGradient(record, label, new float[model.parameterCount()]);
      assertThat(loss).isCloseTo(-Math.log(probabilities[label]), within(1e-4));
      sum += probabilities[label];
    }
    assertThat(sum).isCloseTo(1f, within(1e-5f));
  }

  @Test
  void clientLossAndGradient_severalRecords_isTheMean() {
    ModelSpec model = Examples.oddModels().get(0);
    Dataset data = Examples.dataset(model, 5, SEED);
    ClientPartition partition = ClientPartition.byOwner(new int[] {0, 1, 0, 1, 0}, 2);
    GradientWorker worker = loaded(model, Examples.parameters(model, SEED));
    float[] mean = new float[model.parameterCount()];
    double loss = worker.clientLossAndGradient(data, partition, 0, mean);

    float[] expected = new float[mean.length];
    double expectedLoss = 0;
    for (int index : new int[] {0, 2, 4}) {
      float[] record = new float[model.inputSize()];
      data.copyInput(index, record);
      float[] single = new float[mean.length];
      expectedLoss += worker.lossAndGradient(record, data.label(index), single) / 3;
      for (int i = 0; i < single.length; i++) {
        expected[i] += single[i] / 3;
      }
    }
    assertThat(loss).isCloseTo(expectedLoss, within(1e-6));
    for (int i = 0; i < mean.length; i++) {
      assertThat(mean[i]).isCloseTo(expected[i], within(1e-6f));
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void evaluate_dataset_agreesWithSingleExamples(ModelSpec model) {
    float[] parameters = Examples.parameters(model, SEED);
    Dataset data = Examples.dataset(model, 70, SEED);
    Evaluation evaluation = engine(model).evaluate(parameters, data);
    Evaluation single = oneByOne(loaded(model, parameters), data, model.classes());
    assertThat(evaluation.records()).isEqualTo(70);
    assertThat(evaluation.accuracy()).isCloseTo(single.accuracy(), within(1e-9));
    assertThat(evaluation.loss()).isCloseTo(single.loss(), within(1e-5));
  }

  @Test
  void evaluate_parametersThatOverflow_isRefused() {
    ModelSpec model = Models.named("mlp", Examples.MNIST, 10);
    float[] parameters = new float[model.parameterCount()];
    java.util.Arrays.fill(parameters, 1e38f);
    assertThatThrownBy(() -> engine(model).evaluate(parameters, Examples.dataset(model, 3, SEED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the parameters are too large for this input");
  }

  @Test
  void newWorker_severalThreadsOnSharedParameters_computeTheSame() throws Exception {
    ModelSpec model = Examples.oddModels().get(0);
    float[] parameters = Examples.parameters(model, SEED);
    GradientEngine engine = engine(model);
    float[] expected = gradients(engine, model, parameters);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      Callable<float[]> task = () -> gradients(engine, model, parameters);
      for (Future<float[]> result : pool.invokeAll(List.of(task, task, task))) {
        assertThat(result.get()).containsExactly(expected);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static float[] gradients(GradientEngine engine, ModelSpec model, float[] parameters) {
    GradientWorker worker = engine.newWorker();
    worker.setParameters(parameters);
    float[] sum = new float[model.parameterCount()];
    float[] gradient = new float[model.parameterCount()];
    for (int i = 0; i < 40; i++) {
      worker.lossAndGradient(Examples.record(model.input(), i), i % model.classes(), gradient);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += gradient[j];
      }
    }
    return sum;
  }

  @Test
  void lossAndGradient_badInput_isRefusedAndWorkerStaysUsable() {
    ModelSpec model = Models.named("softmax", Examples.MNIST, 10);
    GradientWorker worker = loaded(model, new float[7850]);
    float[] gradient = new float[7850];
    assertThatThrownBy(() -> worker.lossAndGradient(new float[783], 0, gradient))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("input must be 784 numbers of shape 1x28x28, got 783");
    assertThatThrownBy(() -> worker.lossAndGradient(new float[784], 10, gradient))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("label must be in [0, 9] but is 10");
    assertThatThrownBy(() -> worker.lossAndGradient(new float[784], -1, gradient))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> worker.lossAndGradient(new float[784], 0, new float[7849]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("room for the gradient must be 7850 numbers, got 7849");
    float[] nan = new float[784];
    nan[5] = Float.NaN;
    assertThatThrownBy(() -> worker.lossAndGradient(nan, 0, gradient))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number 5 of the input must be finite, got NaN");
    nan[5] = 0;
    nan[783] = Float.NEGATIVE_INFINITY;
    assertThatThrownBy(() -> worker.probabilities(nan, new float[10]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("number 783 of the input must be finite, got -Infinity");
    assertThat(worker.lossAndGradient(new float[784], 0, gradient))
        .isCloseTo(Math.log(10), within(1e-5));
  }

  @Test
  void lossAndGradient_parametersThatOverflow_isRefused() {
    ModelSpec model = Models.named("mlp", Examples.MNIST, 10);
    float[] parameters = new float[model.parameterCount()];
    java.util.Arrays.fill(parameters, 1e38f);
    float[] record = new float[784];
    java.util.Arrays.fill(record, 1f);
    GradientWorker worker = loaded(model, parameters);
    assertThatThrownBy(() -> worker.lossAndGradient(record, 0, new float[parameters.length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the parameters are too large for this input");
  }

  @Test
  void setParameters_wrongLengthOrNaN_isRefused() {
    ModelSpec model = Models.named("softmax", Examples.MNIST, 10);
    GradientWorker worker = engine(model).newWorker();
    assertThatThrownBy(() -> worker.setParameters(new float[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameters must number 7850, got 3");
    float[] parameters = new float[7850];
    parameters[77] = Float.POSITIVE_INFINITY;
    assertThatThrownBy(() -> worker.setParameters(parameters))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameter 77 must be finite, got Infinity");
    assertThatThrownBy(() -> worker.lossAndGradient(new float[784], 0, new float[7850]))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void evaluate_dataOfAnotherShape_isRefused() {
    ModelSpec model = Models.named("softmax", Examples.MNIST, 10);
    Dataset other = Examples.dataset(Examples.oddModels().get(1), 3, SEED);
    assertThatThrownBy(() -> engine(model).evaluate(new float[7850], other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("data must be records of 1x28x28");
  }

  private GradientWorker loaded(ModelSpec model, float[] parameters) {
    GradientWorker worker = engine(model).newWorker();
    worker.setParameters(parameters);
    return worker;
  }

  private static float[] networkInput(ModelSpec model, float[] record) {
    if (model.features().isEmpty()) {
      return record;
    }
    FeatureExtractor extractor = model.features().get().newExtractor(model.input());
    float[] features = new float[model.networkInput().size()];
    extractor.extract(record, features);
    return features;
  }

  private static Evaluation oneByOne(GradientWorker worker, Dataset data, int classes) {
    Evaluation.Tally tally = new Evaluation.Tally();
    float[] input = new float[data.shape().size()];
    float[] probabilities = new float[classes];
    for (int i = 0; i < data.size(); i++) {
      data.copyInput(i, input);
      worker.probabilities(input, probabilities);
      tally.add(probabilities, 0, classes, data.label(i));
    }
    return tally.result();
  }
}
