/**
 * The wire as somebody speaks it who keeps to no rule: raw pledges and deliveries, whatever their
 * form.
 */
package org.shuffledcheckin.loadtest.rpc;
