package org.shuffledcheckin.kit.round;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.proto.v1.GaussianNoise;
import org.shuffledcheckin.proto.v1.KAryResponse;
import org.shuffledcheckin.proto.v1.ModelDigest;
import org.shuffledcheckin.proto.v1.Randomizer;
import org.shuffledcheckin.proto.v1.RoundParameters;
import org.shuffledcheckin.proto.v1.ScalarLaplace;

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
    return RoundParameters.newBuilder()
        .setId(
            org.shuffledcheckin.proto.v1.RoundId.newBuilder()
                .setRun(ByteString.copyFrom(terms.id().run().toBytes()))
                .setNumber(terms.id().number()))
        .setClients(terms.clients())
        .setAccountedClients(terms.accountedClients())
        .setCheckInRate(terms.checkInRate())
        .setCheckInLaw(
            switch (terms.law()) {
              case POISSON -> org.shuffledcheckin.proto.v1.CheckInLaw.CHECK_IN_LAW_POISSON;
              case BERNOULLI -> org.shuffledcheckin.proto.v1.CheckInLaw.CHECK_IN_LAW_BERNOULLI;
            })
        .setRandomizer(toWire(terms.randomizer()))
        .setReportBytes(terms.reportBytes())
        .setModel(
            ModelDigest.newBuilder()
                .setSha256(ByteString.copyFrom(terms.modelSha256().toBytes()))
                .setBytes(terms.modelBytes()))
        .setHpkePublicKey(ByteString.copyFrom(terms.hpkePublicKey().toBytes()))
        .setOpenMillis(terms.openFor().toMillis())
        .setCloseWhenAllAnswered(terms.closeWhenAllAnswered())
        .setMinimumBatch(terms.minimumBatch())
        .setMinimumBatchSpread(terms.minimumBatchSpread())
        .setDelta(terms.delta())
        .setEpsilonAfter(terms.epsilonAfter())
        .build();
  }

  private static Randomizer toWire(RandomizerTerms terms) {
    Randomizer.Builder wire = Randomizer.newBuilder().setDimension(terms.dimension());
    if (terms instanceof RandomizerTerms.Gaussian gaussian) {
      wire.setGaussian(
          GaussianNoise.newBuilder()
              .setClip(gaussian.clip())
              .setNoiseMultiplier(gaussian.noiseMultiplier())
              .setGridStep(gaussian.gridStep()));
    } else if (terms instanceof RandomizerTerms.LdpSgd sgd) {
      wire.setLdpSgd(
          org.shuffledcheckin.proto.v1.LdpSgd.newBuilder()
              .setClip(sgd.clip())
              .setEpsilon0(sgd.epsilon0()));
    } else if (terms instanceof RandomizerTerms.Laplace laplace) {
      wire.setLaplace(
          ScalarLaplace.newBuilder()
              .setLower(laplace.lower())
              .setUpper(laplace.upper())
              .setEpsilon0(laplace.epsilon0()));
    } else if (terms instanceof RandomizerTerms.KAry kAry) {
      wire.setKAry(KAryResponse.newBuilder().setEpsilon0(kAry.epsilon0()));
    }
    return wire.build();
  }

  private static RoundTerms fromWire(RoundParameters wire) {
    return new RoundTerms(
        new RoundId(RoundId.Run.of(wire.getId().getRun().toByteArray()), wire.getId().getNumber()),
        wire.getClients(),
        wire.getAccountedClients(),
        wire.getCheckInRate(),
        switch (wire.getCheckInLaw()) {
          case CHECK_IN_LAW_POISSON -> CheckInLaw.POISSON;
          case CHECK_IN_LAW_BERNOULLI -> CheckInLaw.BERNOULLI;
          case CHECK_IN_LAW_UNSPECIFIED, UNRECOGNIZED ->
              throw new IllegalArgumentException(
                  "check-in law must be Poisson or Bernoulli but is " + wire.getCheckInLawValue());
        },
        fromWire(wire.getRandomizer()),
        wire.getReportBytes(),
        Digest.of(wire.getModel().getSha256().toByteArray()),
        wire.getModel().getBytes(),
        HpkePublicKey.of(wire.getHpkePublicKey().toByteArray()),
        Duration.ofMillis(wire.getOpenMillis()),
        wire.getCloseWhenAllAnswered(),
        wire.getMinimumBatch(),
        wire.getMinimumBatchSpread(),
        wire.getDelta(),
        wire.getEpsilonAfter());
  }

  private static RandomizerTerms fromWire(Randomizer wire) {
    return switch (wire.getKindCase()) {
      case GAUSSIAN ->
          new RandomizerTerms.Gaussian(
              wire.getDimension(),
              wire.getGaussian().getClip(),
              wire.getGaussian().getNoiseMultiplier(),
              wire.getGaussian().getGridStep());
      case LDP_SGD ->
          new RandomizerTerms.LdpSgd(
              wire.getDimension(), wire.getLdpSgd().getClip(), wire.getLdpSgd().getEpsilon0());
      case LAPLACE ->
          new RandomizerTerms.Laplace(
              wire.getLaplace().getLower(),
              wire.getLaplace().getUpper(),
              wire.getLaplace().getEpsilon0());
      case K_ARY -> new RandomizerTerms.KAry(wire.getDimension(), wire.getKAry().getEpsilon0());
      case KIND_NOT_SET -> throw new IllegalArgumentException("a round must name its randomiser");
    };
  }
}
