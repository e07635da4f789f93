/** What the shuffler keeps on disk, and the RocksDB that keeps it. */
package org.shuffledcheckin.shuffler.store;
