package org.shuffledcheckin.shuffler.store;

import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteOptions;

/** How the database is set up; closing frees the native options. */
final class RocksOptions implements AutoCloseable {
  private static final int TABLE_BUFFER = 8 << 20;

  static {
    RocksDB.loadLibrary();
  }

  final DBOptions database;
  final ColumnFamilyOptions table = new ColumnFamilyOptions().setWriteBufferSize(TABLE_BUFFER);
  final ColumnFamilyOptions spool;
  final WriteOptions toDisk = new WriteOptions().setSync(true);
  final WriteOptions toProcess = new WriteOptions().setSync(false);

  RocksOptions(long writeBuffer) {
    spool =
        new ColumnFamilyOptions()
            .setWriteBufferSize(writeBuffer)
            // Sealed reports look random.
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setDisableAutoCompactions(true)
            .setLevelZeroSlowdownWritesTrigger(Integer.MAX_VALUE)
            .setLevelZeroStopWritesTrigger(Integer.MAX_VALUE);
    database =
        new DBOptions()
            .setCreateIfMissing(true)
            .setCreateMissingColumnFamilies(true)
            .setAvoidFlushDuringShutdown(true)
            .setMaxTotalWalSize(8 * writeBuffer)
            .setStatsDumpPeriodSec(0)
            .setStatsPersistPeriodSec(0)
            .setKeepLogFileNum(1)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL);
  }

  @Override
  public void close() {
    toDisk.close();
    toProcess.close();
    database.close();
    table.close();
    spool.close();
  }
}
