/**
 * The formulas of the paper as it computes them, corrected where they are misprinted. Everything
 * here is of kind PAPER and guarantees nothing: it rests on a lemma that bounds from the wrong
 * side. {@link org.shuffledcheckin.accountant.paper.Comparison} sets it beside the proven bounds.
 */
package org.shuffledcheckin.accountant.paper;
