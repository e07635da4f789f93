/**
 * Randomness of a report: cryptographic streams, and draws from them whose law is exact or deviates
 * by a stated amount.
 */
package org.shuffledcheckin.report.noise;
