/** The configuration files of a client and of a fleet. */
package org.shuffledcheckin.client.config;
