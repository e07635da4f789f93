/** The shuffler's operator port, as its operators call it. */
package org.shuffledcheckin.client.enrolment.rpc;
