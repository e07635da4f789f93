/**
 * What the shuffler keeps on disk: {@code Store} says what a store promises, {@code RocksStore}
 * keeps it in one folder, {@code StoreGuard} stands before it when it fails.
 */
package org.shuffledcheckin.shuffler.store;
