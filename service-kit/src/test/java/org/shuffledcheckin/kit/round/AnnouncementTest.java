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
import org.shuffledcheckin.proto.v1.RoundParameters;

class AnnouncementTest {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);

  static List<RandomizerTerms> randomizers() {
    return List.of(
        new RandomizerTerms.Gaussian(10, 0.5, 1, 0.001),
        new RandomizerTerms.LdpSgd(10, 0.5, 2),
        new RandomizerTerms.Laplace(-1, 3, 0.5),
        new RandomizerTerms.KAry(4, 1));
  }

  @ParameterizedTest
  @MethodSource("randomizers")
  void parse_ofOwnBytes_givesTheSameTerms(RandomizerTerms randomizer) {
    RoundTerms base = Rounds.gaussian(7, KEY);
    RoundTerms terms =
        new RoundTerms(
            base.id(),
            base.clients(),
            base.accountedClients(),
            base.checkInRate(),
            base.law(),
            randomizer,
            base.reportBytes(),
            base.modelSha256(),
            base.modelBytes(),
            base.hpkePublicKey(),
            base.openFor(),
            base.closeWhenAllAnswered(),
            base.minimumBatch(),
            base.minimumBatchSpread(),
            base.delta(),
            base.epsilonAfter());
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
        p -> p.clearAccountedClients(),
        p -> p.setAccountedClients(-1),
        p -> p.setAccountedClients(p.getClients() + 1),
        p -> p.setCheckInRate(0),
        p -> p.setCheckInRate(1.01),
        p -> p.setCheckInRate(Double.NaN),
        p -> p.setCheckInLaw(CheckInLaw.CHECK_IN_LAW_UNSPECIFIED),
        p -> p.setCheckInLawValue(99),
        p -> p.clearRandomizer(),
        p -> p.setRandomizer(Randomizer.newBuilder().setDimension(3)),
        p -> p.getRandomizerBuilder().setDimension(0),
        p -> p.getRandomizerBuilder().setDimension(-5),
        p -> p.getRandomizerBuilder().getGaussianBuilder().setClip(0),
        p -> p.getRandomizerBuilder().getGaussianBuilder().setNoiseMultiplier(Double.NaN),
        p -> p.getRandomizerBuilder().getGaussianBuilder().setGridStep(1e9),
        p -> p.getRandomizerBuilder().getLdpSgdBuilder().setClip(1).setEpsilon0(51),
        p -> p.getRandomizerBuilder().getLaplaceBuilder().setLower(2).setUpper(2).setEpsilon0(1),
        p -> p.getRandomizerBuilder().setDimension(1).getKAryBuilder().setEpsilon0(1),
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
        assertThat(Announcement.parse(bad).terms().clients()).isPositive();
      } catch (IllegalArgumentException expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }
}
