package org.shuffledcheckin.experiments.reference;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.losses.LostReports;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.ExactCheckInPair;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** What lost reports cost, form by form. */
final class LossQuantities {
  /** Reference files give this share of delta, over all rounds, to the threshold form. */
  private static final double SHARE = 1e-3;

  private LossQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("pledge_threshold", LossQuantities::threshold);
    all.put("pledge_round_delta", LossQuantities::oneRound);
    all.put("pledge_free_mass", in -> Map.of("beta", freeMass(in)));
    all.put("pledge_eps", LossQuantities::composed);
    all.put("pledge_eps_third_order", LossQuantities::thirdOrder);
    return all;
  }

  /** Reference files round a number of reports; what is proven is one client more. */
  private static Map<String, Object> threshold(CaseInputs in) {
    double reports = LostReports.noticedReports(in.count("m"), in.number("beta"));
    return Map.of("x", reports, "n_acc", roundedClients(in, reports));
  }

  private static long roundedClients(CaseInputs in, double reports) {
    return (long) Math.floor(in.count("n") - reports / in.number("gamma"));
  }

  private static Map<String, Object> oneRound(CaseInputs in) {
    double most = 0;
    long worst = 0;
    for (long left = 1; left <= in.count("n"); left++) {
      double kept =
          LostReports.unnoticed(in.count("m"), in.number("gamma"), law(in), in.count("n") - left);
      double delta =
          kept
              * ExactCheckInPair.of(
                      left, in.number("gamma"), in.number("eps0"), CloneAnalysis.CLONES23)
                  .delta(in.number("eps"));
      worst = delta > most ? left : worst;
      most = Math.max(most, delta);
    }
    return Map.of("delta", most, "worst_g", worst);
  }

  private static double freeMass(CaseInputs in) {
    long lost = in.count("x");
    double rate = in.number("gamma");
    return LostReports.freeExcess(
        in.count("n_prime"),
        in.count("n") - lost,
        rate,
        new LocalGuarantee.Gaussian(in.number("sigma")).mu(),
        LostReports.unnoticed(in.count("m"), rate, CheckInLaw.POISSON, lost),
        in.number("y_cut"),
        in.number("theta"));
  }

  private static Map<String, Object> composed(CaseInputs in) {
    CheckInRound accounted = pledged(in).accounted();
    Map<String, Object> values = new HashMap<>();
    values.put("n_prime", accounted.clients());
    values.put("eps_interval", epsilon(in, accounted, SoundOptions.DEFAULT.withPairsOnly()));
    double mass = SHARE * in.number("delta") / in.count("T");
    long counted =
        law(in) == CheckInLaw.POISSON
            ? roundedClients(in, LostReports.noticedReports(in.count("m"), mass))
            : LostReports.thresholdClients(
                in.count("n"), in.count("m"), in.number("gamma"), law(in), mass);
    CheckInRound threshold =
        new CheckInRound(counted, accounted.checkInRate(), law(in), guarantee(in), mass);
    values.put("n_acc", counted);
    values.put("eps_threshold_form", epsilon(in, threshold, SoundOptions.DEFAULT.withPairsOnly()));
    return values;
  }

  private static Map<String, Object> thirdOrder(CaseInputs in) {
    CheckInRound accounted = pledged(in).accounted();
    return Map.of(
        "n_prime", accounted.clients(),
        "zeta", CheckInRound.MOMENT_EXCESS,
        "eps_interval", epsilon(in, accounted, SoundOptions.DEFAULT));
  }

  private static double epsilon(CaseInputs in, CheckInRound round, SoundOptions options) {
    return SoundAccountant.create(options)
        .compose(round, in.count("T"))
        .epsilon(in.number("delta"))
        .epsilon();
  }

  private static PledgedRound pledged(CaseInputs in) {
    return new PledgedRound(
        in.count("n"), in.count("m"), in.number("gamma"), law(in), guarantee(in));
  }

  private static LocalGuarantee guarantee(CaseInputs in) {
    return in.has("sigma")
        ? new LocalGuarantee.Gaussian(in.number("sigma"))
        : new LocalGuarantee.PureLdp(in.number("eps0"));
  }

  private static CheckInLaw law(CaseInputs in) {
    return CheckInLaw.valueOf(in.text("law").toUpperCase(Locale.ROOT));
  }
}
