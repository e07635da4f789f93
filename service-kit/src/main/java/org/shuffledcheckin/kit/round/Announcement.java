package org.shuffledcheckin.kit.round;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.proto.v1.RoundParameters;

/**
 * Round terms together with the exact bytes that announce them. What is hashed is always the bytes
 * as they travelled; nobody serialises terms a second time.
 */
public final class Announcement {
  private final RoundTerms terms;
  private final byte[] bytes;
  private final Digest digest;

  private Announcement(RoundTerms terms, byte[] bytes) {
    this.terms = terms;
    this.bytes = bytes;
    this.digest = Digest.sha256(bytes);
  }

  /** Serialises the terms, once. */
  public static Announcement of(RoundTerms terms) {
    return new Announcement(terms, toWire(terms).toByteArray());
  }

  /**
   * Parses and validates announced bytes.
   *
   * @throws IllegalArgumentException if they are too long, not a message, or out of range
   */
  public static Announcement parse(byte[] bytes) {
    if (bytes.length > WireLimits.PARAMETERS_BYTES) {
      throw new IllegalArgumentException(
          "round parameters must be at most "
              + WireLimits.PARAMETERS_BYTES
              + " bytes but have "
              + bytes.length);
    }
    try {
      return new Announcement(fromWire(RoundParameters.parseFrom(bytes)), bytes.clone());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("round parameters are not a valid message", e);
    }
  }

  /** The validated terms. */
  public RoundTerms terms() {
    return terms;
  }

  /** A copy of the announced bytes. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Hash of the announced bytes: the round's parameter digest. */
  public Digest digest() {
    return digest;
  }

  private static RoundParameters toWire(RoundTerms terms) {
    Population population = terms.population();
    RoundWindow window = terms.window();
    return RoundParameters.newBuilder()
        .setId(
            org.shuffledcheckin.proto.v1.RoundId.newBuilder()
                .setRun(ByteString.copyFrom(terms.id().run().toBytes()))
                .setNumber(terms.id().number()))
        .setClients(population.clients())
        .setHonestClients(population.honest())
        .setLossLimit(population.lossLimit())
        .setCheckInRate(population.rate())
        .setCheckInLaw(
            switch (population.law()) {
              case POISSON -> org.shuffledcheckin.proto.v1.CheckInLaw.CHECK_IN_LAW_POISSON;
              case BERNOULLI -> org.shuffledcheckin.proto.v1.CheckInLaw.CHECK_IN_LAW_BERNOULLI;
            })
        .setRandomizer(RandomizerWire.toWire(terms.randomizer()))
        .setReportBytes(terms.reportBytes())
        .setModel(
            org.shuffledcheckin.proto.v1.ModelDigest.newBuilder()
                .setSha256(ByteString.copyFrom(terms.model().sha256().toBytes()))
                .setBytes(terms.model().bytes()))
        .setHpkePublicKey(ByteString.copyFrom(terms.report().hpkePublicKey().toBytes()))
        .setOpenMillis(window.openFor().toMillis())
        .setMinimumBatch(window.minimumBatch())
        .setMinimumBatchSpread(window.minimumBatchSpread())
        .setMaximumBatch(window.maximumBatch())
        .setStrikeShare(window.strikeShare())
        .setModelKeyId(
            terms
                .report()
                .modelKey()
                .map(ModelKeyId::toBytes)
                .map(ByteString::copyFrom)
                .orElse(ByteString.EMPTY))
        .setDelta(terms.spent().delta())
        .setEpsilonAfter(terms.spent().epsilon())
        .build();
  }

  private static RoundTerms fromWire(RoundParameters wire) {
    RoundTerms terms =
        new RoundTerms(
            new RoundId(
                RoundId.Run.of(wire.getId().getRun().toByteArray()), wire.getId().getNumber()),
            new Population(
                wire.getClients(),
                wire.getHonestClients(),
                wire.getLossLimit(),
                wire.getCheckInRate(),
                law(wire.getCheckInLaw())),
            new ReportTerms(
                RandomizerWire.fromWire(wire.getRandomizer()),
                new ModelDigest(
                    Digest.of(wire.getModel().getSha256().toByteArray()),
                    wire.getModel().getBytes()),
                HpkePublicKey.of(wire.getHpkePublicKey().toByteArray()),
                wire.getModelKeyId().isEmpty()
                    ? Optional.empty()
                    : Optional.of(ModelKeyId.of(wire.getModelKeyId().toByteArray()))),
            new RoundWindow(
                Duration.ofMillis(wire.getOpenMillis()),
                wire.getMinimumBatch(),
                wire.getMinimumBatchSpread(),
                wire.getMaximumBatch(),
                wire.getStrikeShare()),
            new Budget(wire.getEpsilonAfter(), wire.getDelta()));
    if (wire.getReportBytes() != terms.reportBytes()) {
      throw new IllegalArgumentException(
          "report bytes must be %d for this randomiser but are %d"
              .formatted(terms.reportBytes(), wire.getReportBytes()));
    }
    return terms;
  }

  private static CheckInLaw law(org.shuffledcheckin.proto.v1.CheckInLaw wire) {
    return switch (wire) {
      case CHECK_IN_LAW_POISSON -> CheckInLaw.POISSON;
      case CHECK_IN_LAW_BERNOULLI -> CheckInLaw.BERNOULLI;
      case CHECK_IN_LAW_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException(
              "check-in law must be Poisson or Bernoulli but is " + wire);
    };
  }
}
