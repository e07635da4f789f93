/** How the demo's features and training settings were chosen, to be rerun by anyone. */
package org.shuffledcheckin.benchmarks.tuning;
