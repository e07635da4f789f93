/**
 * Local randomisers: what a client does to its value before it leaves the device, and how the
 * aggregator reads the sum.
 */
package org.shuffledcheckin.report.randomizer;
