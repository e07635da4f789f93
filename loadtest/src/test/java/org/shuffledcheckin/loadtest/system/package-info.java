/**
 * All three services on one virtual clock, without sockets: schedules of crashes, lost deliveries
 * and failing disks, after each of which the books must agree.
 */
package org.shuffledcheckin.loadtest.system;
