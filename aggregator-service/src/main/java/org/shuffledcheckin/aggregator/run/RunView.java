package org.shuffledcheckin.aggregator.run;

/**
 * A run as everybody may see it: dashboard, command line, reports and programs all read this. Holds
 * counts and costs, never a report. {@link RunJson} is its one form as text.
 *
 * @param status what changes while it lasts
 * @param plan what does not
 * @param takesOrders whether an operator could pause, resume or end it through the dashboard
 */
public record RunView(RunStatus status, PlanView plan, boolean takesOrders) {}
