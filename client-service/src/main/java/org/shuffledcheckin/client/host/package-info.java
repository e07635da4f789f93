/** One process that hosts one client or many: rounds from the announcement to the last answer. */
package org.shuffledcheckin.client.host;
