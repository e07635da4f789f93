package org.shuffledcheckin.client;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.client.training.Measurement;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.proto.v1.Model;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** Rounds, records and models for tests. */
public final class TestRounds {
  /** The run of every test round. */
  public static final RoundId.Run RUN = RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f");

  /** A key that nothing is sealed for. */
  public static final HpkePublicKey KEY = RoundKey.generate().publicKey();

  /** The architecture of test models: ten parameters. */
  public static final ModelSpec SPEC = Models.named("softmax", Shape.flat(4), 2);

  private TestRounds() {}

  /** A serialised model with the parameters all equal. */
  public static byte[] model(float parameter) {
    return model(SPEC.toJson(), SPEC.parameterCount(), parameter);
  }

  /** A serialised model of any text and number of parameters. */
  public static byte[] model(String architecture, int count, float parameter) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      bytes.putFloat(parameter);
    }
    return Model.newBuilder()
        .setArchitecture(architecture)
        .setParameters(ByteString.copyFrom(bytes.array()))
        .build()
        .toByteArray();
  }

  /** So many clients with one record each. */
  public static ClientData data(int clients) {
    Random random = new Random(7);
    float[] inputs = new float[4 * clients];
    int[] labels = new int[clients];
    for (int i = 0; i < clients; i++) {
      labels[i] = random.nextInt(2);
      for (int j = 0; j < 4; j++) {
        inputs[4 * i + j] = random.nextFloat();
      }
    }
    Dataset data = Dataset.ofFloats("test", Shape.flat(4), 2, inputs, labels);
    return new ClientData(data, ClientPartition.onePerClient(data), new Measurement.Label());
  }

  /** A policy that accepts every test round. */
  public static ClientPolicy policy() {
    return new ClientPolicy(
        new ClientPolicy.DrawPolicy(1, List.of(CheckInLaw.values()), 1e6),
        new ClientPolicy.HidingPolicy(1, 1_000_000),
        new ClientPolicy.ReportPolicy(0.5, 4, 40),
        new ClientPolicy.TimePolicy(Duration.ZERO, Duration.ZERO),
        new ClientPolicy.Lifetime(10, 1e-5),
        new ClientPolicy.ModelPolicy(new ByteSize(1 << 20), List.of(), List.of()));
  }

  /** A lifetime budget for so many rounds like this one, and for no more. */
  public static FilterMenu lifetimeOf(int rounds, RoundTerms terms) {
    PrivacyAccountant spent = SoundAccountant.create().compose(policy().charge(terms), rounds);
    double within = spent.epsilon(1e-5).epsilon();
    double beyond = spent.compose(policy().charge(terms), 1).epsilon(1e-5).epsilon();
    return FilterMenu.firstKind(new Budget(0.5 * (within + beyond), 1e-5));
  }

  /** A Gaussian round that trains {@link #SPEC}. */
  public static RoundTerms gaussian(
      long number, CheckInLaw law, double rate, byte[] model, HpkePublicKey key) {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(SPEC.parameterCount(), 0.5, 1);
    return terms(number, law, rate, spec, model, key);
  }

  /** A round that counts labels. */
  public static RoundTerms counting(long number, int categories, HpkePublicKey key) {
    return terms(
        number, CheckInLaw.BERNOULLI, 1, new KAryResponseSpec(categories, 2), new byte[0], key);
  }

  /** A round that averages a number. */
  public static RoundTerms averaging(long number, double lower, double upper, HpkePublicKey key) {
    return terms(
        number, CheckInLaw.BERNOULLI, 1, new LaplaceSpec(lower, upper, 2), new byte[0], key);
  }

  /** A round of a thousand clients with any randomiser. */
  public static RoundTerms terms(
      long number,
      CheckInLaw law,
      double rate,
      RandomizerSpec randomizer,
      byte[] model,
      HpkePublicKey key) {
    return terms(number, Population.allHonest(1000, rate, law), randomizer, model, key);
  }

  /** A round of any population with any randomiser. */
  public static RoundTerms terms(
      long number,
      Population population,
      RandomizerSpec randomizer,
      byte[] model,
      HpkePublicKey key) {
    return new RoundTerms(
        new RoundId(RUN, number),
        population,
        new ReportTerms(randomizer, ModelDigest.of(model), key),
        new RoundWindow(Duration.ofSeconds(60), 1, 0),
        new Budget(0.25, 1e-5));
  }

  /** The head of a ledger of the test run after so many charges of nothing in particular. */
  public static LedgerChain.Head head(long sequence) {
    return new TestLedger().upTo(sequence).head();
  }
}
