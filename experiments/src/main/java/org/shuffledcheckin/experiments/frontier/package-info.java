/** Accuracy against proven epsilon for many settings at equal compute. */
package org.shuffledcheckin.experiments.frontier;
