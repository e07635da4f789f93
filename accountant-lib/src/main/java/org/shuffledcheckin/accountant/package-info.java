/**
 * The vocabulary of privacy accounting: what a round is ({@link
 * org.shuffledcheckin.accountant.CheckInRound}), what a randomiser promises, who keeps account, and
 * what a number is worth. An {@link org.shuffledcheckin.accountant.UpperBound} is the only kind
 * that may gate a budget, and no code can hand over another kind in its place.
 *
 * <p>Accountants are made in {@link org.shuffledcheckin.accountant.sound}.
 */
package org.shuffledcheckin.accountant;
