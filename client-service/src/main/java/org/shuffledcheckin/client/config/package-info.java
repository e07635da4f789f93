/**
 * The configuration files of a client and of a fleet, as records that only the binder constructs.
 */
package org.shuffledcheckin.client.config;
