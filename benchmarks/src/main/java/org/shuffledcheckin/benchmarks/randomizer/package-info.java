/** How long it takes to clip, randomise, encode and read back a report. */
package org.shuffledcheckin.benchmarks.randomizer;
