/** What a client computes from its own records: pure, without transport, sealing or storage. */
package org.shuffledcheckin.client.training;
