/**
 * The durable memory of a host: draws and charges before they are acted on, sealed reports before
 * they are sent. Public: {@code ClientJournal} and the rounds it records; its file format and the
 * mark that notices an older copy are inside.
 */
package org.shuffledcheckin.client.journal;
