/**
 * Files that survive a crash: a lock on a folder, replacement as a whole, a mark that remembers a
 * store's head outside it. All writing goes through {@link org.shuffledcheckin.kit.files.Disk}, so
 * that a test can watch what is synced, and fail it.
 */
package org.shuffledcheckin.kit.files;
