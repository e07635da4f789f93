/**
 * Budgets that hold however others choose the rounds.
 *
 * <p>An accountant bounds a plan that is fixed: it says what a list of rounds costs. It is no rule
 * for when to stop. Whoever picks the next round in view of what was released can make a list whose
 * every outcome is within the limit while the truth is not. A {@link
 * org.shuffledcheckin.accountant.filter.PrivacyFilter} is such a rule: whatever sequence of rounds
 * it allows, the whole is within its budget.
 *
 * <p>What is offered is a {@link org.shuffledcheckin.accountant.filter.FilterMenu} of several
 * filters that share delta; a client goes on while one of them has allowed everything so far.
 */
package org.shuffledcheckin.accountant.filter;
