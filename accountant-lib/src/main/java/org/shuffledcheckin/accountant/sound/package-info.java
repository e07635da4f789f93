/**
 * The accountants whose results may gate a budget, and the dominating pairs that they rest on.
 * Every pair is turned into losses by rounding upward only.
 */
package org.shuffledcheckin.accountant.sound;
