package org.shuffledcheckin.shuffler.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.StoreBatch.Change;

/**
 * The store on RocksDB. Tables and spools are column families: a spool is never compacted, because
 * it is written once and read once or twice, and dropping it removes its files instead of marking
 * its records as deleted.
 */
public final class RocksStore implements Store {
  private static final String SPOOL = "round-";
  private static final int TABLE_BUFFER = 8 << 20;

  /** So many forgotten rounds leave small files in the tables before those are merged. */
  private static final int MERGE_EVERY = 64;

  static {
    RocksDB.loadLibrary();
  }

  private final RocksDB database;
  private final DBOptions databaseOptions;
  private final ColumnFamilyOptions tableOptions;
  private final ColumnFamilyOptions spoolOptions;
  private final WriteOptions toDisk = new WriteOptions().setSync(true);
  private final WriteOptions toProcess = new WriteOptions().setSync(false);
  private final ColumnFamilyHandle unused;
  private final Map<Table, ColumnFamilyHandle> tables = new EnumMap<>(Table.class);
  private final Map<RoundId, ColumnFamilyHandle> spools = new ConcurrentHashMap<>();
  // Held for reading around every use of a native object, for writing before one is freed.
  private final ReentrantReadWriteLock inUse = new ReentrantReadWriteLock();
  private final AtomicInteger drops = new AtomicInteger();
  private boolean closed;

  /**
   * Opens or creates a store.
   *
   * @param folder of the database
   * @param writeBuffer how many bytes of a spool gather in memory before they become a file
   */
  public RocksStore(Path folder, long writeBuffer) {
    tableOptions = new ColumnFamilyOptions().setWriteBufferSize(TABLE_BUFFER);
    spoolOptions =
        new ColumnFamilyOptions()
            .setWriteBufferSize(writeBuffer)
            // Sealed reports look random.
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setDisableAutoCompactions(true)
            .setLevelZeroSlowdownWritesTrigger(Integer.MAX_VALUE)
            .setLevelZeroStopWritesTrigger(Integer.MAX_VALUE);
    databaseOptions =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setAvoidFlushDuringShutdown(true)
            .setMaxTotalWalSize(8 * writeBuffer)
            .setStatsDumpPeriodSec(0)
            .setStatsPersistPeriodSec(0)
            .setKeepLogFileNum(1)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL);
    try {
      Files.createDirectories(folder);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      database = RocksDB.open(databaseOptions, folder.toString(), families(folder), handles);
      unused = handles.get(0);
      for (ColumnFamilyHandle handle : handles.subList(1, handles.size())) {
        adopt(handle);
      }
    } catch (IOException | RocksDBException e) {
      freeOptions();
      throw new StoreException("the store cannot be opened: " + e.getMessage(), e);
    }
  }

  @Override
  public void forEach(Table table, BiConsumer<byte[], byte[]> visitor) {
    use(
        () -> {
          try (RocksIterator records = database.newIterator(tables.get(table))) {
            for (records.seekToFirst(); records.isValid(); records.next()) {
              visitor.accept(records.key(), records.value());
            }
            records.status();
          }
          return null;
        });
  }

  @Override
  public void write(StoreBatch batch, Durability durability) {
    use(
        () -> {
          try (WriteBatch writes = new WriteBatch()) {
            for (Change change : batch.changes()) {
              ColumnFamilyHandle family =
                  change.table() != null ? tables.get(change.table()) : spool(change.spool());
              if (change.value().isPresent()) {
                writes.put(family, change.key(), change.value().get());
              } else {
                writes.delete(family, change.key());
              }
            }
            database.write(durability == Durability.DISK ? toDisk : toProcess, writes);
          }
          return null;
        });
  }

  @Override
  public Set<RoundId> spools() {
    return Set.copyOf(spools.keySet());
  }

  @Override
  public void createSpool(RoundId round) {
    use(
        () -> {
          if (!spools.containsKey(round)) {
            spools.put(
                round,
                database.createColumnFamily(
                    new ColumnFamilyDescriptor(familyName(round), spoolOptions)));
          }
          return null;
        });
  }

  @Override
  public void dropSpool(RoundId round) {
    ColumnFamilyHandle handle = remove(round);
    if (handle == null) {
      return;
    }
    use(
        () -> {
          database.dropColumnFamily(handle);
          handle.close();
          // The write-ahead log still holds the reports until the tables no longer need it.
          try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            database.flush(wait, List.copyOf(tables.values()));
          }
          if (drops.incrementAndGet() % MERGE_EVERY == 0) {
            mergeTables();
          }
          return null;
        });
  }

  /**
   * Rounds follow each other, so the files of their flushes never overlap and are never merged by
   * themselves: one would stay open for every round there ever was.
   */
  private void mergeTables() throws RocksDBException {
    try (CompactRangeOptions all =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
      for (ColumnFamilyHandle table : tables.values()) {
        database.compactRange(table, null, null, all);
      }
    }
  }

  @Override
  public Optional<byte[]> get(RoundId round, byte[] key) {
    return use(() -> Optional.ofNullable(database.get(spool(round), key)));
  }

  @Override
  public List<Entry> read(
      RoundId round, byte[] after, byte[] before, int maxEntries, int maxBytes) {
    return use(
        () -> {
          List<Entry> entries = new ArrayList<>();
          try (Slice end = new Slice(before);
              ReadOptions options =
                  new ReadOptions().setIterateUpperBound(end).setFillCache(false);
              RocksIterator records = database.newIterator(spool(round), options)) {
            // The smallest key after this one has one zero byte more.
            records.seek(ByteBuffer.allocate(after.length + 1).put(after).array());
            long bytes = 0;
            while (records.isValid() && entries.size() < maxEntries) {
              byte[] value = records.value();
              bytes += value.length;
              if (bytes > maxBytes && !entries.isEmpty()) {
                break;
              }
              entries.add(new Entry(records.key(), value));
              records.next();
            }
            records.status();
          }
          return entries;
        });
  }

  @Override
  public void close() {
    inUse.writeLock().lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      tables.values().forEach(ColumnFamilyHandle::close);
      spools.values().forEach(ColumnFamilyHandle::close);
      unused.close();
      database.close();
      freeOptions();
    } finally {
      inUse.writeLock().unlock();
    }
  }

  private ColumnFamilyHandle remove(RoundId round) {
    // Once the writer's lock was had, nobody who found the handle is still using it.
    inUse.writeLock().lock();
    try {
      return spools.remove(round);
    } finally {
      inUse.writeLock().unlock();
    }
  }

  private ColumnFamilyHandle spool(RoundId round) {
    ColumnFamilyHandle handle = spools.get(round);
    if (handle == null) {
      throw new StoreException("round " + round + " has no spool");
    }
    return handle;
  }

  private List<ColumnFamilyDescriptor> families(Path folder) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tableOptions));
    for (Table table : Table.values()) {
      families.add(new ColumnFamilyDescriptor(familyName(table), tableOptions));
    }
    try (Options options = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(options, folder.toString())) {
        if (new String(name, StandardCharsets.US_ASCII).startsWith(SPOOL)) {
          families.add(new ColumnFamilyDescriptor(name, spoolOptions));
        }
      }
    }
    return families;
  }

  private void adopt(ColumnFamilyHandle handle) throws RocksDBException {
    String name = new String(handle.getName(), StandardCharsets.US_ASCII);
    if (name.startsWith(SPOOL)) {
      String[] parts = name.substring(SPOOL.length()).split("-", 2);
      spools.put(new RoundId(RoundId.Run.fromHex(parts[0]), Long.parseLong(parts[1])), handle);
    } else {
      tables.put(Table.valueOf(name.toUpperCase(Locale.ROOT)), handle);
    }
  }

  private static byte[] familyName(Table table) {
    return table.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] familyName(RoundId round) {
    return (SPOOL + round.run() + "-" + round.number()).getBytes(StandardCharsets.US_ASCII);
  }

  private void freeOptions() {
    toDisk.close();
    toProcess.close();
    databaseOptions.close();
    tableOptions.close();
    spoolOptions.close();
  }

  private <T> T use(NativeCall<T> call) {
    inUse.readLock().lock();
    try {
      if (closed) {
        throw new StoreException("the store is closed");
      }
      return call.run();
    } catch (RocksDBException e) {
      throw new StoreException("the store failed: " + e.getMessage(), e);
    } finally {
      inUse.readLock().unlock();
    }
  }

  private interface NativeCall<T> {
    T run() throws RocksDBException;
  }
}
