/** Who may answer: enrolled clients, their credentials, revocation. */
package org.shuffledcheckin.shuffler.enrolment;
