package org.shuffledcheckin.shuffler.round;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.server.DaemonThreads;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.model.ModelCache;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Spool;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rounds on disk: their records, spools and models. Each change is one atomic write, durable when
 * the method returns; only spools are thrown away later, in the background.
 */
public final class RoundStorage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RoundStorage.class);

  private static final byte[] SENDERS = {0};
  private static final byte[] VERDICT = {1};
  private static final byte[] SUM = {2};

  private final StoreGuard store;
  private final ModelCache models;
  private final ExecutorService sweeper =
      Executors.newSingleThreadExecutor(new DaemonThreads("shuffler-sweeper"));

  /** Keeps rounds in the store and their models in the cache. */
  public RoundStorage(StoreGuard store, ModelCache models) {
    this.store = store;
    this.models = models;
  }

  RoundLoader.Loaded load(Map<RoundId, LiveRound> before, LongSupplier nanoTime) {
    return new RoundLoader(store.reading(), models, nanoTime, this::senders).load(before);
  }

  ModelBytes adopt(RoundId round, StagedModel staged) {
    return models.adopt(round, staged);
  }

  void keepModels(Set<RoundId> rounds) {
    models.keepOnly(rounds);
  }

  /** Links of a run's ledger after the given one, in order, at most as many as a reply may have. */
  List<LedgerChain.Link> links(RoundId.Run run, long after) {
    return LedgerLinks.read(store.reading(), run, after, WireLimits.LEDGER_LINKS);
  }

  /** What is announced with a round that ends this piece of a ledger. */
  List<LedgerChain.Link> announced(LedgerExtension ledger) {
    List<LedgerChain.Link> links = new ArrayList<>();
    long before = ledger.links().get(0).sequence() - 1;
    links.addAll(LedgerLinks.upTo(store.reading(), ledger.run(), before));
    links.addAll(ledger.links());
    return links.subList(Math.max(0, links.size() - WireLimits.ANNOUNCED_LINKS), links.size());
  }

  void saveRun(LedgerExtension ledger, RunRecord record) {
    StoreBatch batch = new StoreBatch().put(Table.RUNS, ledger.run().toBytes(), record.encode());
    LedgerLinks.put(batch, ledger);
    store.write(batch, Durability.DISK);
  }

  void saveOpened(LiveRound round, LedgerExtension ledger, RunRecord run) {
    store.createSpool(round.id());
    StoreBatch batch =
        new StoreBatch()
            .put(Table.ROUNDS, RoundRecord.key(round.id()), round.record().encode())
            .put(Table.RUNS, round.id().run().toBytes(), run.encode());
    LedgerLinks.put(batch, ledger);
    round.senders().ifPresent(names -> batch.put(round.spool(Part.SUM), SENDERS, names.toBytes()));
    round.persist(batch);
    store.write(batch, Durability.DISK);
  }

  /** Writes down how much time rounds have left, for the next process. */
  void saveProgress(Collection<LiveRound> rounds) {
    if (!rounds.isEmpty()) {
      StoreBatch batch = new StoreBatch();
      rounds.forEach(round -> round.persist(batch));
      store.write(batch, Durability.PROCESS);
    }
  }

  void saveClosed(RoundRecord record) {
    store.write(
        new StoreBatch().put(Table.ROUNDS, RoundRecord.key(record.id()), record.encode()),
        Durability.DISK);
  }

  /** What names the senders of a round's reports, if the round was opened to be told. */
  Optional<SenderNames> senders(RoundId round) {
    return sumPart(round, SENDERS).map(SenderNames::new);
  }

  /** Who sent the reports that a verdict strikes; nobody, unless senders are named. */
  List<Long> struck(RoundId round, Verdict verdict) {
    List<Long> senders = new ArrayList<>();
    Optional<SenderNames> names = senders(round);
    if (names.isPresent()) {
      int[] place = {0};
      store
          .reading()
          .forEach(
              new Spool(round, Part.REPORTS),
              (key, seed) -> {
                if (!verdict.keeps(place[0]++)) {
                  senders.add(names.get().client(key));
                }
              });
    }
    return senders;
  }

  /** The verdict that was given on a round's seeds, if one was. */
  Optional<Verdict> verdict(RoundId round) {
    return sumPart(round, VERDICT).map(Verdict::of);
  }

  void saveVerdict(RoundId round, Verdict verdict) {
    store.write(
        new StoreBatch().put(new Spool(round, Part.SUM), VERDICT, verdict.toBytes()),
        Durability.DISK);
  }

  /** The sum of a round's kept shares, if it was formed. */
  Optional<byte[]> sum(RoundId round) {
    return sumPart(round, SUM);
  }

  void saveSum(RoundId round, byte[] sum) {
    store.write(new StoreBatch().put(new Spool(round, Part.SUM), SUM, sum), Durability.DISK);
  }

  private Optional<byte[]> sumPart(RoundId round, byte[] key) {
    return store
        .reading()
        .read(new Spool(round, Part.SUM), Store.Cursor.start(3, Integer.MAX_VALUE))
        .stream()
        .filter(entry -> Arrays.equals(entry.key(), key))
        .map(Store.Entry::value)
        .findFirst();
  }

  void saveFinished(RoundId round, RunRecord run) {
    store.write(
        new StoreBatch()
            .delete(Table.ROUNDS, RoundRecord.key(round))
            .put(Table.RUNS, round.run().toBytes(), run.encode()),
        Durability.DISK);
  }

  /** Throws spools away that belong to no round, before a round of their name can open. */
  void dropOrphans(Set<RoundId> rounds) {
    rounds.forEach(store.reading()::dropSpool);
  }

  /** Throws a spool away in the background; one that stays is found again at the next start. */
  void dropLater(RoundId round) {
    sweeper.execute(
        () -> {
          try {
            store.reading().dropSpool(round);
          } catch (StoreException e) {
            LOG.atWarn().addKeyValue("round", round).log("spool stays until the next start");
          }
        });
  }

  /** Waits until the spools of forgotten rounds are gone. */
  @Override
  public void close() {
    sweeper.shutdown();
    try {
      if (!sweeper.awaitTermination(30, TimeUnit.SECONDS)) {
        LOG.atWarn().log("some spools stay until the next start");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
