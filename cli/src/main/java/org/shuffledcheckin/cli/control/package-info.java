/** Pauses, resumes and ends the run of an aggregator, as its operator. */
package org.shuffledcheckin.cli.control;
