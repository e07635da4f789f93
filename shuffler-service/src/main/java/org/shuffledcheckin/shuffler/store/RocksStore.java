package org.shuffledcheckin.shuffler.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.StoreBatch.Change;

/**
 * The store on RocksDB. Tables and spools are column families: a spool is never compacted, because
 * it is written once and read once or twice, and dropping it removes its files instead of marking
 * its records as deleted.
 */
public final class RocksStore implements Store {
  private static final String SPOOL = "round-";

  /** So many forgotten rounds leave small files in the tables before those are merged. */
  private static final int MERGE_EVERY = 64;

  private final RocksOptions options;
  private final RocksDB database;
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
    this(folder, new RocksOptions(writeBuffer));
  }

  /** Takes over the options, which it closes. */
  RocksStore(Path folder, RocksOptions options) {
    this.options = options;
    try {
      Files.createDirectories(folder);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      database = RocksDB.open(options.database, folder.toString(), families(folder), handles);
      unused = handles.get(0);
      for (ColumnFamilyHandle handle : handles.subList(1, handles.size())) {
        adopt(handle);
      }
    } catch (IOException | RocksDBException e) {
      options.close();
      throw new StoreException("the store cannot be opened: " + e.getMessage(), e);
    }
  }

  @Override
  public List<Entry> read(Keyspace keyspace, Cursor cursor) {
    return use(
        () -> {
          byte[] prefix = prefix(keyspace);
          List<Entry> entries = new ArrayList<>();
          try (ReadOptions reading = new ReadOptions().setFillCache(false);
              RocksIterator records = database.newIterator(family(keyspace), reading)) {
            // The smallest key after another has one zero byte more.
            records.seek(
                cursor
                    .after()
                    .map(after -> join(prefix, Arrays.copyOf(after, after.length + 1)))
                    .orElse(prefix));
            long bytes = 0;
            for (; records.isValid() && entries.size() < cursor.maxEntries(); records.next()) {
              byte[] key = records.key();
              byte[] value = records.value();
              bytes += value.length;
              if (!startsWith(key, prefix) || (bytes > cursor.maxBytes() && !entries.isEmpty())) {
                break;
              }
              entries.add(new Entry(Arrays.copyOfRange(key, prefix.length, key.length), value));
            }
            records.status();
          }
          return entries;
        });
  }

  @Override
  public void write(StoreBatch batch, Durability durability) {
    use(
        () -> {
          try (WriteBatch writes = new WriteBatch()) {
            for (Change change : batch.changes()) {
              ColumnFamilyHandle family = family(change.keyspace());
              byte[] key = join(prefix(change.keyspace()), change.key());
              if (change.value().isPresent()) {
                writes.put(family, key, change.value().get());
              } else {
                writes.delete(family, key);
              }
            }
            database.write(
                durability == Durability.DISK ? options.toDisk : options.toProcess, writes);
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
                    new ColumnFamilyDescriptor(familyName(round), options.spool)));
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
      options.close();
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

  private ColumnFamilyHandle family(Keyspace keyspace) {
    if (!(keyspace instanceof Spool spool)) {
      return tables.get((Table) keyspace);
    }
    ColumnFamilyHandle handle = spools.get(spool.round());
    if (handle == null) {
      throw new StoreException("round " + spool.round() + " has no spool");
    }
    return handle;
  }

  /** What the keys of a keyspace begin with: the parts of a spool share a column family. */
  private static byte[] prefix(Keyspace keyspace) {
    if (!(keyspace instanceof Spool spool)) {
      return new byte[0];
    }
    return switch (spool.part()) {
      case PROGRESS -> new byte[] {1};
      case PLEDGES -> new byte[] {2};
      case REPORTS -> new byte[] {3};
      case SHARES -> new byte[] {4};
      case SUM -> new byte[] {5};
    };
  }

  private static byte[] join(byte[] prefix, byte[] key) {
    return ByteBuffer.allocate(prefix.length + key.length).put(prefix).put(key).array();
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  private List<ColumnFamilyDescriptor> families(Path folder) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options.table));
    for (Table table : Table.values()) {
      families.add(new ColumnFamilyDescriptor(familyName(table), options.table));
    }
    try (Options listing = new Options()) {
      for (byte[] name : RocksDB.listColumnFamilies(listing, folder.toString())) {
        if (new String(name, StandardCharsets.US_ASCII).startsWith(SPOOL)) {
          families.add(new ColumnFamilyDescriptor(name, options.spool));
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
