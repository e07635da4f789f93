package org.shuffledcheckin.client.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

class LocalTaskTest {
  private static final RoundTerms GAUSSIAN =
      TestRounds.gaussian(1, CheckInLaw.POISSON, 0.1, TestRounds.model(0), TestRounds.KEY);

  private static TrainingModel model(float parameter) {
    float[] parameters = new float[TestRounds.SPEC.parameterCount()];
    java.util.Arrays.fill(parameters, parameter);
    return new TrainingModel(TestRounds.SPEC, parameters);
  }

  private static InsecureSeededRandomness seeded() {
    return new InsecureSeededRandomness(5);
  }

  private static LocalRandomizer gaussian() {
    return GAUSSIAN.randomizer().newRandomizer();
  }

  @Test
  void reports_severalOfOneClient_haveNoiseOfTheirOwn() {
    LocalTask task = new LocalTraining(TestRounds.data(3)).prepare(GAUSSIAN, Optional.of(model(0)));
    List<byte[]> reports = task.newWorker().reports(1, 3, seeded());
    assertThat(reports).hasSize(3).doesNotHaveDuplicates();
    assertThat(task.newWorker().reports(1, 3, seeded())).containsExactlyElementsOf(reports);
  }

  @Test
  void prepare_modelOfAnotherSizeThanTheReport_isRefused() {
    LocalTraining training = new LocalTraining(TestRounds.data(3));
    int size = TestRounds.SPEC.parameterCount();
    assertThat(training.fits(TestRounds.SPEC, GAUSSIAN)).isTrue();
    for (int dimension : new int[] {size - 1, size + 1}) {
      RoundTerms other =
          TestRounds.terms(
              1,
              CheckInLaw.POISSON,
              0.1,
              GaussianSpec.withSuitableGrid(dimension, 1, 1),
              TestRounds.model(0),
              TestRounds.KEY);
      assertThat(training.fits(TestRounds.SPEC, other)).isFalse();
      assertThatThrownBy(() -> training.prepare(other, Optional.of(model(0))))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void reports_gradientOverflows_reportsZeroInstead() {
    // Logits of such a model overflow, so no gradient can be computed; the client must not say so.
    float[] huge = new float[TestRounds.SPEC.parameterCount()];
    java.util.Arrays.fill(huge, 0, 4, Float.MAX_VALUE);
    java.util.Arrays.fill(huge, 4, 8, -Float.MAX_VALUE);
    Dataset data =
        Dataset.ofFloats("wild", Shape.flat(4), 2, new float[] {9, 9, 9, 9}, new int[] {1});
    ClientData one =
        new ClientData(data, ClientPartition.onePerClient(data), new Measurement.Label());
    LocalTask task =
        new LocalTraining(one)
            .prepare(GAUSSIAN, Optional.of(new TrainingModel(TestRounds.SPEC, huge)));
    byte[] zero = gaussian().randomize(new float[10], seeded().openStream());
    assertThat(task.newWorker().reports(0, 1, seeded())).containsExactly(zero);
  }

  @Test
  void reports_severalRecords_useTheMeanGradient() {
    float[] inputs = {1, 0, 0, 0, 0, 1, 0, 0};
    Dataset data = Dataset.ofFloats("two", Shape.flat(4), 2, inputs, new int[] {0, 1});
    ClientData one = new ClientData(data, ClientPartition.evenly(data, 2), new Measurement.Label());
    LocalTask task = new LocalTraining(one).prepare(GAUSSIAN, Optional.of(model(0)));
    // At zero the probabilities are halves: record gradients are (p - y) x, biases cancel.
    float[] mean = {-0.25f, 0.25f, 0, 0, 0.25f, -0.25f, 0, 0, 0, 0};
    byte[] expected = gaussian().randomize(mean, seeded().openStream());
    assertThat(task.newWorker().reports(0, 1, seeded())).containsExactly(expected);
  }

  @Test
  void reports_modelOnFeatures_areThoseOfTheWholeModel() {
    Random random = new Random(11);
    byte[] pixels = new byte[12 * 784];
    random.nextBytes(pixels);
    byte[] labels = new byte[12];
    Dataset images = Dataset.ofBytes("images", new Shape(1, 28, 28), 10, pixels, labels);
    ClientData clients =
        new ClientData(images, ClientPartition.evenly(images, 3), new Measurement.Label());
    ModelSpec spec = Models.named("features", images.shape(), 10);
    float[] parameters = new float[spec.parameterCount()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = (float) random.nextGaussian();
    }
    GaussianSpec noise = GaussianSpec.withSuitableGrid(parameters.length, 0.3, 1);
    RoundTerms terms =
        TestRounds.terms(1, CheckInLaw.POISSON, 0.1, noise, new byte[1], TestRounds.KEY);
    LocalTraining training = new LocalTraining(clients);
    GradientWorker whole = GradientEngines.forModel(spec).newWorker();
    whole.setParameters(parameters);
    float[] gradient = new float[parameters.length];
    for (int round = 0; round < 2; round++) {
      ReportWorker worker =
          training.prepare(terms, Optional.of(new TrainingModel(spec, parameters))).newWorker();
      for (int client = 0; client < 4; client++) {
        whole.clientLossAndGradient(images, clients.partition(), client, gradient);
        assertThat(worker.reports(client, 1, seeded()))
            .containsExactly(noise.newRandomizer().randomize(gradient, seeded().openStream()));
      }
    }
  }

  @Test
  void reports_counting_randomisesTheOwnLabel() {
    ClientData data = TestRounds.data(20);
    RoundTerms terms = TestRounds.counting(1, 3, TestRounds.KEY);
    LocalRandomizer response = terms.randomizer().newRandomizer();
    ReportWorker worker = new LocalTraining(data).prepare(terms, Optional.empty()).newWorker();
    for (int client = 0; client < 20; client++) {
      float[] label = {data.data().label(client)};
      assertThat(worker.reports(client, 1, seeded()))
          .containsExactly(response.randomize(label, seeded().openStream()));
    }
  }

  @Test
  void reports_averaging_randomisesTheMeanOverRecordsWithinBounds() {
    Dataset data =
        Dataset.ofFloats("numbers", Shape.flat(1), 2, new float[] {1, 4, 100, 100}, new int[4]);
    ClientData clients =
        new ClientData(data, ClientPartition.evenly(data, 2), new Measurement.Input(0));
    RoundTerms terms = TestRounds.averaging(1, 0, 10, TestRounds.KEY);
    LocalRandomizer laplace = terms.randomizer().newRandomizer();
    ReportWorker worker = new LocalTraining(clients).prepare(terms, Optional.empty()).newWorker();
    assertThat(worker.reports(0, 1, seeded()))
        .containsExactly(laplace.randomize(new float[] {2.5f}, seeded().openStream()));
    assertThat(worker.reports(1, 1, seeded()))
        .containsExactly(laplace.randomize(new float[] {10}, seeded().openStream()));
  }

  @Test
  void offers_fewerCategoriesThanLabels_isNo() {
    LocalTraining training = new LocalTraining(TestRounds.data(3));
    assertThat(training.offers(TestRounds.counting(1, 2, TestRounds.KEY))).isTrue();
    assertThat(training.offers(GAUSSIAN)).isTrue();
    Dataset ten = Dataset.ofFloats("ten", Shape.flat(1), 10, new float[1], new int[1]);
    LocalTraining ofTen =
        new LocalTraining(
            new ClientData(ten, ClientPartition.onePerClient(ten), new Measurement.Label()));
    assertThat(ofTen.offers(TestRounds.counting(1, 9, TestRounds.KEY))).isFalse();
  }
}
