/**
 * The tokens by which a shuffler knows clients: {@code Credentials} holds those of a host, {@code
 * Enrolment} has them issued, {@code EnrolmentAgent} does so for fleets as they take a {@code
 * FleetSlot}. How a token file grows stays inside.
 */
package org.shuffledcheckin.client.enrolment;
