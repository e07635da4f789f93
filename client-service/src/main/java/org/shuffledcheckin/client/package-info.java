/** Clients: one in a process, or a fleet of simulated ones. */
package org.shuffledcheckin.client;
