/** Makes, renews and revokes certificates, secrets and the keys that sign rounds. */
package org.shuffledcheckin.cli.keys;
