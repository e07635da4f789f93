/**
 * Many simulated clients, honest and not, against a whole system; and the books that must balance
 * afterwards: whatever was acknowledged is counted once, refused for a known reason, or lies in a
 * round that was declared discarded.
 */
package org.shuffledcheckin.cli.loadtest;
