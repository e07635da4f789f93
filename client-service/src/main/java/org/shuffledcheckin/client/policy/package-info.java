/** What a client accepts, what it has spent, and what it remembers of a run. */
package org.shuffledcheckin.client.policy;
