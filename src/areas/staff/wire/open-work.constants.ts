/** Payments that need attention, and proposals, are due this long after they came up. */
export const financeHours = 24;

/** So are customs rules that wait for a second person. */
export const rulesHours = 72;

/** The longest queue that is shown; the figures of the overview count all. */
export const openWorkMax = 50;
