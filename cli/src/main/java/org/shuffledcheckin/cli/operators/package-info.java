/** Reads the operators' journals: who ordered what of whom. */
package org.shuffledcheckin.cli.operators;
