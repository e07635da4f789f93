package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.filter.AdaptiveChoice;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.accountant.rdp.PoissonCheckInMoments;
import org.shuffledcheckin.accountant.rdp.RdpConversion;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** What budgets hold when others choose the rounds, and what they do not. */
final class FilterQuantities {
  /** Rates of Poisson check-ins are found as so many windows of this length. */
  private static final double WINDOW = 1e-5;

  private static final Pattern KIND = Pattern.compile("(kind\\d)(?: \\(([^)]*)\\))? x (\\d+)");

  private FilterQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("filter_exchange_rate", single(FilterQuantities::exchangeRate));
    all.put("filter_slice", FilterQuantities::slice);
    all.put("filter_three_kinds", FilterQuantities::threeKinds);
    all.put("filter_product", FilterQuantities::product);
    all.put("filter_counterexample", FilterQuantities::counterexample);
    all.put("filter_odometer_counterexample", FilterQuantities::odometer);
    all.put(
        "filter_rdp_budget",
        single(
            in ->
                in.number("eps")
                    - RdpConversion.epsilonAtOrder(in.number("order"), 0, in.number("delta"))));
    all.put(
        "poisson_rdp_per_unit_rate",
        single(
            in ->
                new PoissonCheckInMoments(in.count("n"), 1, 2 / in.number("sigma"))
                    .divergence(in.number("order"))));
    return all;
  }

  /** How much rate of the reference noise a unit of rate with more noise is worth. */
  private static double exchangeRate(CaseInputs in) {
    return new GaussianMechanism(2 / in.number("sigma")).delta(0)
        / new GaussianMechanism(2 / in.number("sigma_ref")).delta(0);
  }

  private static Map<String, Object> slice(CaseInputs in) {
    Budget budget = new Budget(in.number("eps"), in.number("delta"));
    if (in.text("law").equals("poisson")) {
      CheckInRound window = round(in.count("n"), WINDOW, CheckInLaw.POISSON, in.number("sigma"));
      return Map.of("max_rate_interval", WINDOW * mostRounds(window, budget));
    }
    CheckInRound round =
        new CheckInRound(
            in.count("n"),
            in.number("gamma"),
            CheckInLaw.BERNOULLI,
            new LocalGuarantee.PureLdp(in.number("eps0")));
    return Map.of("max_rounds_interval", mostRounds(round, budget));
  }

  private static long mostRounds(CheckInRound round, Budget budget) {
    SoundAccountant unspent = pairs();
    return largest(times -> budget.allows(unspent.compose(round, times)));
  }

  private static SoundAccountant pairs() {
    return SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly());
  }

  private static long largest(LongPredicate allowed) {
    long high = 1;
    while (allowed.test(high)) {
      high *= 2;
    }
    long low = high / 2;
    while (high - low > 1) {
      long middle = (low + high) / 2;
      if (allowed.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Plays a sequence of rounds of three kinds against a filter of three slices. */
  private static Map<String, Object> threeKinds(CaseInputs in) {
    List<Budget> slices = in.list("slices").stream().map(FilterQuantities::budget).toList();
    PrivacyFilter filter = PrivacyFilter.open(FilterMenu.slices(budget(in.part("policy")), slices));
    Map<String, CheckInRound> kinds = new HashMap<>();
    Map<String, Object> accepted = new LinkedHashMap<>();
    int number = 0;
    for (String step : in.texts("sequence")) {
      Matcher words = KIND.matcher(step);
      if (!words.matches()) {
        throw new IllegalArgumentException("sequence must list rounds of kinds but has " + step);
      }
      if (words.group(2) != null) {
        kinds.put(words.group(1), kind(words.group(2)));
      }
      CheckInRound round = kinds.get(words.group(1));
      boolean all = true;
      for (long left = Long.parseLong(words.group(3)); left > 0 && all; left--) {
        all = filter.allows(round);
        filter = all ? filter.charge(round) : filter;
      }
      accepted.put("accepted." + number++, all);
    }
    return accepted;
  }

  private static Budget budget(CaseInputs in) {
    return new Budget(in.number("eps"), in.number("delta"));
  }

  /** Reads such words as "law poisson, n 10000, sigma 1.2, rate 0.1". */
  private static CheckInRound kind(String words) {
    double rate = after("rate", words);
    long clients = (long) after("n", words);
    return words.contains("poisson")
        ? round(clients, rate, CheckInLaw.POISSON, after("sigma", words))
        : new CheckInRound(
            clients, rate, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(after("eps0", words)));
  }

  private static CheckInRound round(long clients, double rate, CheckInLaw law, double noise) {
    return new CheckInRound(clients, rate, law, new LocalGuarantee.Gaussian(noise));
  }

  /** The number after a word. */
  private static double after(String word, String words) {
    Matcher found = Pattern.compile("\\b" + word + " ([0-9.e-]*[0-9])").matcher(words);
    if (!found.find()) {
      throw new IllegalArgumentException(
          "'" + word + "' must be in '" + words + "' but is missing");
    }
    return Double.parseDouble(found.group(1));
  }

  /**
   * The three kinds of the example in the privacy analysis, all reserved before the first round.
   */
  private static Map<String, Object> product(CaseInputs in) {
    String note = in.text("note");
    SoundAccountant reserved =
        pairs()
            .compose(round(10_000, WINDOW, CheckInLaw.POISSON, 1.2), windows("kind 1", note))
            .compose(round(10_000, 1e-2, CheckInLaw.POISSON, 10), windows("kind 2", note) / 1000)
            .compose(
                new CheckInRound(10_000, 0.01, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(2)),
                (long) after("T", note));
    return Map.of(
        "eps_interval", reserved.epsilon(in.number("delta")).epsilon(),
        "delta_at_eps_2", reserved.delta(2).delta());
  }

  private static long windows(String kind, String note) {
    return Math.round(after("Gamma", note.substring(note.indexOf(kind))) / WINDOW);
  }

  private static Map<String, Object> counterexample(CaseInputs in) {
    long clients = in.count("n");
    RoundCount first = rounds(clients, in.text("first"));
    List<RoundCount> then = in.texts("then").stream().map(words -> rounds(clients, words)).toList();
    Map<String, Object> values = new LinkedHashMap<>();
    paths("t2_pairs.", AdaptiveChoice.onDominatingPairs(first, then), in, values);
    paths("geometry_1.", AdaptiveChoice.onWorstData(first, then), in, values);
    return values;
  }

  private static void paths(
      String name, AdaptiveChoice choice, CaseInputs in, Map<String, Object> values) {
    double epsilon = in.number("eps");
    values.put(name + "delta_path_1", choice.fixed(0, epsilon));
    values.put(name + "delta_path_2", choice.fixed(1, epsilon));
    values.put(name + "delta_adaptive", choice.chosen(epsilon));
  }

  /** Reads such words as "14 rounds gamma 0.1 sigma 1.2". */
  private static RoundCount rounds(long clients, String words) {
    long times = Long.parseLong(words.split(" ", 2)[0].toLowerCase(Locale.ROOT));
    return new RoundCount(
        round(clients, after("gamma", words), CheckInLaw.POISSON, after("sigma", words)), times);
  }

  /**
   * Rounds that show "!" with probability eta, at a loss of c: stop at the first, and spend what
   * the current epsilon leaves on one randomised response.
   */
  private static Map<String, Object> odometer(CaseInputs in) {
    double eta = in.number("eta");
    double c = in.number("c");
    double epsilon = in.number("eps");
    double charged = -eta * Math.expm1(-c);
    double quiet = Math.log1p(-eta) - Math.log1p(-eta * Math.exp(-c));
    double lost = 0;
    for (int k = 1; k <= in.count("rounds"); k++) {
      double left = epsilon - current(k, eta, c, quiet, charged);
      double loss = c + (k - 1) * quiet + left;
      double truthful = 1 / (1 + Math.exp(-left));
      lost += eta * Math.pow(1 - eta, k - 1) * truthful * Math.max(0, -Math.expm1(epsilon - loss));
    }
    return Map.of("delta_charged", charged, "delta_true_at_least", lost);
  }

  /** The epsilon, at delta, of k such rounds. */
  private static double current(int k, double eta, double c, double quiet, double delta) {
    double low = 0;
    double high = c;
    for (int i = 0; i < 100; i++) {
      double middle = 0.5 * (low + high);
      double found = 0;
      double probability = Math.pow(1 - eta, k);
      for (int j = 0; j <= Math.min(k, 6); j++) {
        double loss = j * c + (k - j) * quiet;
        found += probability * Math.max(0, -Math.expm1(middle - loss));
        probability *= (k - j) / (j + 1.0) * eta / (1 - eta);
      }
      if (found > delta) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
