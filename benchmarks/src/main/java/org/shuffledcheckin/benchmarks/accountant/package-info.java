/** What the accountant's answers cost, and the convolution they rest on. */
package org.shuffledcheckin.benchmarks.accountant;
