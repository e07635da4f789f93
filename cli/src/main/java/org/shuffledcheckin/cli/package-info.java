/**
 * What every command shares: exit codes, the failure that carries one, and the terminal. Each
 * command has a package of its own; {@code cli.main} puts them together.
 */
package org.shuffledcheckin.cli;
