/** How fast per-example gradients and evaluation are, with Deeplearning4j beside. */
package org.shuffledcheckin.benchmarks.gradient;
