/** The program: its commands, put together, and what becomes of whatever they throw. */
package org.shuffledcheckin.cli.main;
