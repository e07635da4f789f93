package org.shuffledcheckin.kit.tls;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an identity in step with its files. What changes in them is taken up without a restart, as
 * soon as two looks in a row find the same: whoever copies certificate and key one after the other
 * is not caught in between. What cannot be used is not taken up: the identity stays as it was, and
 * log, metrics and {@link #problem} say why. Connections that are open stay open; {@link #onChange}
 * tells who wants to make them anew.
 */
public final class TlsReloader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TlsReloader.class);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofDays(14);

  private final TlsPaths paths;
  private final Clock clock;
  private final TlsIdentity identity;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread daemon = new Thread(task, "tls-files");
            daemon.setDaemon(true);
            return daemon;
          });
  private Map<Path, String> inUse;
  private Map<Path, String> seen;
  private volatile Optional<String> broken = Optional.empty();
  private Optional<String> told = Optional.empty();

  TlsReloader(TlsPaths paths, Clock clock) {
    this.paths = paths;
    this.clock = clock;
    this.inUse = paths.read();
    this.seen = inUse;
    this.identity = new TlsIdentity(paths.parse(inUse, clock));
  }

  /**
   * Reads the files, and looks at them every five seconds from now on.
   *
   * @throws IllegalArgumentException that names the file which cannot be read or used
   */
  public static TlsReloader start(TlsFiles files) {
    return new TlsReloader(files.paths(), Clock.systemUTC()).watch();
  }

  /** The same for somebody who shows no certificate. */
  public static TlsReloader start(Path trust, Optional<Path> revoked) {
    TlsPaths paths = new TlsPaths(Optional.empty(), Optional.empty(), trust, revoked);
    return new TlsReloader(paths, Clock.systemUTC()).watch();
  }

  private TlsReloader watch() {
    var unused =
        thread.scheduleWithFixedDelay(
            this::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  /** The identity, always the newest that could be used. */
  public TlsIdentity identity() {
    return identity;
  }

  /** Calls after every exchange. */
  public TlsReloader onChange(Runnable listener) {
    listeners.add(listener);
    return this;
  }

  /** What is wrong with the files or with what is in use, in one sentence for operators. */
  public Optional<String> problem() {
    return broken.or(this::expiry);
  }

  /**
   * Exports when things expire, how often files were taken up, and whether they are broken.
   *
   * @param use what for, in a word: {@code serve} or {@code dial}
   */
  public TlsReloader bindTo(MeterRegistry meters, String use) {
    if (identity.material().leaf().isPresent()) {
      Gauge.builder("checkin.certificate.expires", () -> seconds(certificateEnd()))
          .baseUnit("seconds")
          .description("When the service's own certificate expires, in seconds since 1970")
          .tag("use", use)
          .register(meters);
    }
    if (paths.revoked().isPresent()) {
      Gauge.builder(
              "checkin.revocations.expire",
              () -> seconds(identity.material().revoked().nextUpdate()))
          .baseUnit("seconds")
          .description("When a newer revocation list should be there, in seconds since 1970")
          .tag("use", use)
          .register(meters);
    }
    Gauge.builder("checkin.tls.files.broken", () -> broken.isPresent() ? 1 : 0)
        .description("1 while the TLS files cannot be used and older ones are in use")
        .tag("use", use)
        .register(meters);
    FunctionCounter.builder("checkin.tls.reloads", taken, AtomicLong::get)
        .tag("outcome", "taken")
        .tag("use", use)
        .register(meters);
    FunctionCounter.builder("checkin.tls.reloads", refused, AtomicLong::get)
        .tag("outcome", "refused")
        .tag("use", use)
        .register(meters);
    return this;
  }

  /** Looks at the files once. */
  synchronized void look() {
    try {
      Map<Path, String> found = paths.read();
      boolean settled = found.equals(seen);
      seen = found;
      if (settled && !found.equals(inUse)) {
        takeUp(found);
      } else if (settled) {
        broken = Optional.empty();
      }
    } catch (RuntimeException e) {
      refuse(e.getMessage());
    }
    tellExpiry();
  }

  private void takeUp(Map<Path, String> found) {
    TlsMaterial fresh = paths.parse(found, clock);
    if (fresh.revoked().isOlderThan(identity.material().revoked())) {
      throw new IllegalArgumentException(
          "TLS revocation list %s is older than the one in use"
              .formatted(paths.revoked().orElseThrow()));
    }
    identity.exchange(fresh);
    inUse = found;
    broken = Optional.empty();
    taken.incrementAndGet();
    LOG.atInfo()
        .addKeyValue("expires", certificateEnd().map(Instant::toString).orElse("-"))
        .log("changed TLS files are in use");
    listeners.forEach(Runnable::run);
  }

  private void refuse(String why) {
    if (!broken.equals(Optional.of(why))) {
      broken = Optional.of(why);
      refused.incrementAndGet();
      LOG.atError().addKeyValue("reason", why).log("TLS files cannot be used; the old stay in use");
    }
  }

  /** Each thing is said once, when it begins. */
  private void tellExpiry() {
    Optional<String> now = expiry().or(this::soon);
    if (now.isPresent() && !now.equals(told)) {
      LOG.atWarn().log(now.get());
    }
    told = now;
  }

  private Optional<String> expiry() {
    Instant now = clock.instant();
    if (certificateEnd().filter(end -> !end.isAfter(now)).isPresent()) {
      return Optional.of(
          "TLS certificate %s has expired: renew it".formatted(paths.certificate().orElseThrow()));
    }
    if (identity.material().roots().stream().noneMatch(root -> end(root).isAfter(now))) {
      return Optional.of(
          "every root in TLS file %s has expired: renew it".formatted(paths.trust()));
    }
    return Optional.empty();
  }

  private Optional<String> soon() {
    Instant now = clock.instant();
    if (certificateEnd().filter(end -> end.isBefore(now.plus(SOON))).isPresent()) {
      return Optional.of(
          "TLS certificate %s expires within 14 days: renew it"
              .formatted(paths.certificate().orElseThrow()));
    }
    return identity
        .material()
        .revoked()
        .nextUpdate()
        .filter(next -> next.isBefore(now))
        .map(
            next ->
                "TLS revocation list %s should have been replaced by %s: what it names stays revoked"
                    .formatted(paths.revoked().orElseThrow(), next));
  }

  private Optional<Instant> certificateEnd() {
    return identity.material().leaf().map(TlsReloader::end);
  }

  private static Instant end(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant();
  }

  private static double seconds(Optional<Instant> moment) {
    return moment.map(at -> (double) at.getEpochSecond()).orElse(Double.NaN);
  }

  /** Stops looking; the identity stays as it is. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
