/**
 * The draw of a round: who sits out, how many reports each client sends, who fails in a simulation.
 * Public because simulations draw as deployed fleets do: {@code RoundDraw}, {@code CheckInCoin},
 * {@code Draws}, {@code SitOutRule}, {@code ClientRandomness}. The streams behind the last are
 * inside.
 */
package org.shuffledcheckin.client.coin;
