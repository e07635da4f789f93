/**
 * Recomputes files of reference values with the accountant: {@link
 * org.shuffledcheckin.experiments.reference.ReferenceFile} reads and checks them, a case evaluates
 * itself. The functions that a file may name are listed inside.
 */
package org.shuffledcheckin.experiments.reference;
