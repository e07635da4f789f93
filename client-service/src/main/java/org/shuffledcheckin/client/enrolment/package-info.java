/** The credentials that the shuffler's operator issued to clients; they appear in no text. */
package org.shuffledcheckin.client.enrolment;
