package org.shuffledcheckin.experiments.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.paper.GaussianTheorems;
import org.shuffledcheckin.accountant.rdp.DistributedCheckIn;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;
import org.shuffledcheckin.accountant.rdp.UpperRdpCurve;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.Curves;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.HtmlPage;

/** The paper's figure "ddp": distributed check-in against subsampling without replacement. */
public final class DistributedExperiment implements Experiment {
  private static final double RATE = 0.1;
  private static final LocalGuarantee.Gaussian GUARANTEE = new LocalGuarantee.Gaussian(1);
  private static final double DELTA = 1e-4;
  private static final int PRINTED_ORDERS = 256;

  private final List<Long> clients;
  private final List<Long> compositions;

  /** Describes the experiment. */
  public DistributedExperiment(boolean quick) {
    this.clients = quick ? List.of(10L, 1000L) : List.of(10L, 30L, 100L, 1000L, 10_000L);
    this.compositions = Compositions.upTo1000(quick);
  }

  @Override
  public String name() {
    return "distributed";
  }

  @Override
  public Map<String, Object> configuration() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name());
    values.put("checkInRate", RATE);
    values.put("noiseMultiplier", GUARANTEE.noiseMultiplier());
    values.put("delta", DELTA);
    values.put("clients", clients);
    values.put("compositions", compositions);
    return values;
  }

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener) {
    listener.begin(name(), (long) clients.size() * compositions.size());
    HtmlPage page = page();
    Csv csv = new Csv("clients", "compositions", "analysis", "kind", "epsilon", "delta");
    Map<String, Object> last = new LinkedHashMap<>();
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      long n = clients.get(i);
      Curves curves = curves(n, listener, (long) i * compositions.size());
      write(csv, n, curves);
      Figure figure =
          curves.figure(
              "Only the sum is seen: n = %,d, rate 0.1, noise 1".formatted(n),
              Axis.log("compositions"));
      folder.write(name() + "-n" + n, figure);
      page.figure(figure, "Epsilon over the number of compositions at delta = 1e-4, n = " + n);
      last.put("n" + n, curves.last());
      for (List<String> row : curves.rows(List.of(1.0, 10.0, 100.0))) {
        List<String> withClients = new ArrayList<>(List.of(Long.toString(n)));
        withClients.addAll(row);
        rows.add(withClients);
      }
    }
    folder.write(name(), csv);
    folder.write(page.table(List.of("n", "analysis", "kind", "T = 1", "T = 10", "T = 100"), rows));
    return Map.of("compositions", compositions, "last", last);
  }

  private Curves curves(long n, ExperimentListener listener, long before) {
    DistributedCheckIn round = new DistributedCheckIn(n, RATE, GUARANTEE);
    UpperRdpCurve distributed = UpperRdpCurve.distributedCheckIn(round);
    PaperRdpCurve printed =
        PaperRdpCurve.of(
            "theorem-4-printed",
            PRINTED_ORDERS,
            order -> GaussianTheorems.distributedAsPrinted(round, order));
    UpperRdpCurve fixed =
        UpperRdpCurve.gaussian(GUARANTEE.mu() / Math.sqrt(n * RATE)).onSubsample(RATE);
    Curves curves = new Curves();
    long done = before;
    for (long times : compositions) {
      curves.add("distributed check-in", times, distributed.times(times).epsilon(DELTA));
      curves.add("fixed number, without replacement", times, fixed.times(times).epsilon(DELTA));
      curves.add("paper: Theorem 4 from k = 1", times, printed.times(times).epsilon(DELTA));
      listener.done(++done, "n = " + n + ", " + times + " compositions");
    }
    return curves;
  }

  private static void write(Csv csv, long n, Curves curves) {
    for (String analysis :
        List.of(
            "distributed check-in",
            "fixed number, without replacement",
            "paper: Theorem 4 from k = 1")) {
      for (Curves.Point point : curves.curve(analysis)) {
        csv.row(
            n,
            Curves.plain(point.at()),
            analysis,
            point.value().kind(),
            point.value().epsilon(),
            point.value().delta());
      }
    }
  }

  private static HtmlPage page() {
    return new HtmlPage("Distributed check-in against a fixed number of clients")
        .paragraph(
            "Clients flip a coin of rate 0.1, add Gaussian noise of one clip each, and the observer"
                + " learns how many they are and the sum of their reports. Compared with a uniformly"
                + " drawn subset of the fixed size n/10. Both are proven bounds by Rényi divergence"
                + " (Wang et al. 2019).")
        .paragraph(
            "The paper sums its Theorem 4 from k = 1; the term of an empty round belongs to it."
                + " Without it the printed form is too small, visibly so where empty rounds are"
                + " likely: with few clients. The paper does not print the n of its figure.");
  }
}
