/** {@code checkin experiment}: the flags of each experiment, and its progress on the console. */
package org.shuffledcheckin.cli.experiment;
