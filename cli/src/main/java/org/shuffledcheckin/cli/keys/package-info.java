/** Makes certificates and secrets for development. */
package org.shuffledcheckin.cli.keys;
