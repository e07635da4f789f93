package org.shuffledcheckin.kit.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.proto.v1.CheckInLaw;
import org.shuffledcheckin.proto.v1.Randomizer;
import org.shuffledcheckin.proto.v1.RandomizerField;
import org.shuffledcheckin.proto.v1.RoundParameters;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class AnnouncementTest {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);

  static List<RandomizerSpec> randomizers() {
    return List.of(
        GaussianSpec.withSuitableGrid(10, 0.5, 1),
        new LdpSgdSpec(10, 0.5, 2),
        new LaplaceSpec(-1, 3, 0.5),
        new KAryResponseSpec(4, 1));
  }

  @ParameterizedTest
  @MethodSource("randomizers")
  void parse_ofOwnBytes_givesTheSameTerms(RandomizerSpec randomizer) {
    RoundTerms terms = Rounds.with(Rounds.gaussian(7, KEY), randomizer);
    Announcement announced = Announcement.of(terms);
    Announcement received = Announcement.parse(announced.toBytes());
    assertThat(received.terms()).isEqualTo(terms);
    assertThat(received.digest()).isEqualTo(announced.digest());
  }

  static List<Consumer<RoundParameters.Builder>> faults() {
    return List.of(
        p -> p.clearId(),
        p -> p.getIdBuilder().setNumber(0),
        p -> p.getIdBuilder().setRun(ByteString.copyFrom(new byte[15])),
        p -> p.setClients(0),
        p -> p.setClients(-1),
        p -> p.clearHonestClients(),
        p -> p.setHonestClients(-1),
        p -> p.setHonestClients(p.getClients() + 1),
        p -> p.setLossLimit(-1),
        p -> p.setLossLimit(WireLimits.CLIENTS + 1),
        p -> p.setCheckInRate(0),
        p -> p.setCheckInRate(1.01),
        p -> p.setCheckInRate(Double.NaN),
        p -> p.setCheckInLaw(CheckInLaw.CHECK_IN_LAW_UNSPECIFIED),
        p -> p.setCheckInLawValue(99),
        p -> p.clearRandomizer(),
        p -> p.getRandomizerBuilder().setKind("fourier"),
        p -> p.getRandomizerBuilder().setKind("Gaussian"),
        p -> p.getRandomizerBuilder().setKind("ldp-sgd"),
        p -> p.getRandomizerBuilder().clearFields(),
        p -> p.getRandomizerBuilder().removeFields(3),
        p -> p.getRandomizerBuilder().addFieldsBuilder().setName("clip").setValue(0.5),
        p -> p.getRandomizerBuilder().addFieldsBuilder().setName("epsilon0").setValue(1),
        p -> p.getRandomizerBuilder().getFieldsBuilder(0).setName("clip"),
        p -> swapFirstFields(p.getRandomizerBuilder()),
        p -> p.getRandomizerBuilder().getFieldsBuilder(0).setValue(0),
        p -> p.getRandomizerBuilder().getFieldsBuilder(0).setValue(10.5),
        p -> p.getRandomizerBuilder().getFieldsBuilder(0).setValue(-5),
        p -> p.getRandomizerBuilder().getFieldsBuilder(0).setValue(1e300),
        p -> p.getRandomizerBuilder().getFieldsBuilder(1).setValue(0),
        p -> p.getRandomizerBuilder().getFieldsBuilder(2).setValue(Double.NaN),
        p -> p.getRandomizerBuilder().getFieldsBuilder(3).setValue(1e9),
        p -> p.setReportBytes(p.getReportBytes() + 1),
        p -> p.setReportBytes(0),
        p -> p.setReportBytes(WireLimits.REPORT_BYTES + 1),
        p -> p.clearModel(),
        p -> p.getModelBuilder().setBytes(-1),
        p -> p.setHpkePublicKey(ByteString.EMPTY),
        p -> p.setOpenMillis(0),
        p -> p.setOpenMillis(WireLimits.OPEN_MILLIS + 1),
        p -> p.setOpenMillis(-1),
        p -> p.setMinimumBatch(0),
        p -> p.setMinimumBatchSpread(-1),
        p -> p.setDelta(0),
        p -> p.setDelta(1),
        p -> p.setEpsilonAfter(Double.POSITIVE_INFINITY),
        p -> p.setEpsilonAfter(-0.1));
  }

  private static void swapFirstFields(Randomizer.Builder randomizer) {
    RandomizerField first = randomizer.getFields(0);
    randomizer.setFields(0, randomizer.getFields(1)).setFields(1, first);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void parse_valueOutOfRange_isRefused(Consumer<RoundParameters.Builder> fault) throws Exception {
    RoundParameters.Builder wire =
        RoundParameters.parseFrom(Announcement.of(Rounds.gaussian(1, KEY)).toBytes()).toBuilder();
    fault.accept(wire);
    byte[] bytes = wire.build().toByteArray();
    assertThatThrownBy(() -> Announcement.parse(bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void parse_tooLong_isRefused() {
    assertThatThrownBy(() -> Announcement.parse(new byte[WireLimits.PARAMETERS_BYTES + 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4096");
  }

  @Test
  void parse_mutatedBytes_isRefusedOrValid() {
    byte[] good = Announcement.of(Rounds.gaussian(1, KEY)).toBytes();
    Random random = new Random(20260101);
    for (int i = 0; i < 100_000; i++) {
      byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(Announcement.parse(bad).terms().population().clients()).isPositive();
      } catch (IllegalArgumentException expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }
}
