// What figures mean that several contracts and screens have: one definition for each.

/** What arrived: rows of the request log. */
export const recordedDefinition =
  'Requests in the request log: calls, also those that were refused or failed, and usage outside calls, such as background work.';

/** What plans count: by the meter, and of stored usage by billing's `request-count-store.ts`. */
export const countedDefinition =
  'Requests that count towards the quota: calls that the plan admitted and that did not fail on our side (5xx).';
export const unitsDefinition = `Of \`request\`: ${countedDefinition} Of other metrics: units of calls that succeeded.`;

/** By the types of transactions in `receivedTypes` of payments. */
export const receivedDefinition =
  'What payments credited, part and late payments included, less refunds and chargebacks, each when it was booked.';

/** By the types of transactions in `spendTypes` of payments. */
export const spentDefinition =
  'Charges and fees, less what of them was credited again; refunds, chargebacks and withdrawals are not spent.';
