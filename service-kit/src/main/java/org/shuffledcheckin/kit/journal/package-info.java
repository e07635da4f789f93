/**
 * The operators' journal: who ordered what, and when, in a hash chain. It tells how many clients an
 * order was about, never which.
 */
package org.shuffledcheckin.kit.journal;
