/** The only source of the current time in use-cases; tests turn its hands. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };
