/** {@code checkin account}: the accountant's answers in words and as JSON. */
package org.shuffledcheckin.cli.account;
