/** The command that drives a system with many clients: its options and its display. */
package org.shuffledcheckin.cli.loadtest;
