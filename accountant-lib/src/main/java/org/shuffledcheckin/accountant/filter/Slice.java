package org.shuffledcheckin.accountant.filter;

/**
 * A part of a budget that was set aside for one kind of round. Its size is fixed by its place: it
 * is never changed and never refunded.
 *
 * @param kind of the rounds that are charged to it
 * @param used so far
 */
record Slice(FilterKind kind, Used used) {}
