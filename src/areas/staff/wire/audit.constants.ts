/** Fields of before and after whose number is an account's. */
export const accountFields: ReadonlySet<string> = new Set([
  'assigned_to',
  'account_id',
  'user',
  'user_id',
  'proposed_by',
  'decided_by',
  'created_by',
]);
