/**
 * What a client accepts, what it has spent, and what it remembers of a run. All public, all pure:
 * nothing here knows of transport or storage.
 */
package org.shuffledcheckin.client.policy;
