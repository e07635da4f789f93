/** Answers questions about the privacy of check-ins, without running any. */
package org.shuffledcheckin.cli.account;
