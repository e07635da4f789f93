package org.shuffledcheckin.accountant.filter;

/**
 * What a filter shows of itself: how much would be spent if its rounds had been a plan. Guarantees
 * nothing: whoever stops, or spends the rest elsewhere, when this number has some value chooses in
 * view of results. The guarantee is the budget of the menu.
 *
 * @param filter the filter of the menu that carries the budget now: of those that have allowed
 *     everything so far, the one that has spent least
 * @param epsilon that it stands for
 * @param delta its share of delta, at which
 */
public record FilterReading(String filter, double epsilon, double delta) {}
