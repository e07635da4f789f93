/**
 * Pledges and deliveries on their way in: authenticated, checked, committed in groups,
 * acknowledged.
 */
package org.shuffledcheckin.shuffler.intake;
