/**
 * What it costs in accuracy that nobody sees more: distributed, shuffled and central at equal
 * epsilon.
 */
package org.shuffledcheckin.experiments.forms;
