/**
 * {@link org.shuffledcheckin.accountant.sound.SoundAccountant}, whose results may gate a budget,
 * and the dominating pairs that it rests on. Every pair is turned into losses by rounding upward
 * only. Public beside it: its options, and two pairs that stand alone to be compared with.
 */
package org.shuffledcheckin.accountant.sound;
