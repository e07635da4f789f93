/** The credentials that the shuffler's operator issued to clients. */
package org.shuffledcheckin.client.enrolment;
