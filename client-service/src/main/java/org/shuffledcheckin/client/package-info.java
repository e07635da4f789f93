/**
 * Clients as a service. Public: {@link org.shuffledcheckin.client.ClientService}, which starts one
 * client or a fleet of simulated ones from its configuration. Wires everything below; nothing below
 * knows it.
 */
package org.shuffledcheckin.client;
