// The headers of the ceilings that customers set, named like those of rate limits.

/** The account's cap on overage, and the budgets of the key in money and in requests. */
export const ceilingNames = ['Spending-Cap', 'Key-Budget', 'Key-Requests'] as const;

/** What the customer allows for the month, and what is left of it: decimal text or a count. */
export type Ceiling = {
  name: (typeof ceilingNames)[number];
  limit: string;
  remaining: string;
  resetSeconds: number;
};

export const ceilingHeaderNames: readonly string[] = ceilingNames.flatMap((name) => [
  `X-${name}-Limit`,
  `X-${name}-Remaining`,
  `X-${name}-Reset`,
]);

export const ceilingHeaders = ({ name, limit, remaining, resetSeconds }: Ceiling) => ({
  [`x-${name.toLowerCase()}-limit`]: limit,
  [`x-${name.toLowerCase()}-remaining`]: remaining,
  [`x-${name.toLowerCase()}-reset`]: String(resetSeconds),
});
