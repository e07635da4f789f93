/**
 * A whole system on this machine, its services configured as a deployment would configure them:
 * {@code LocalShuffler} starts the one that the others are told to find.
 */
package org.shuffledcheckin.loadtest.local;
