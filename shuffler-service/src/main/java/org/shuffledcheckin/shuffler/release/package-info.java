/** Batches on their way out: sealed bytes in the order of random keys, and nothing else. */
package org.shuffledcheckin.shuffler.release;
