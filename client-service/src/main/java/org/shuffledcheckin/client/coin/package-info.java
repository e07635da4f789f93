/** The client's coin, what it is drawn with, and who sits a round out before it. */
package org.shuffledcheckin.client.coin;
