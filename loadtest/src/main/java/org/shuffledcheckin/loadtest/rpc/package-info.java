/** The wire as somebody speaks it who keeps to no rule: raw answers, whatever their form. */
package org.shuffledcheckin.loadtest.rpc;
