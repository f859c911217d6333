export const ruleSetStatuses = ['draft', 'reviewed', 'published', 'superseded'] as const;
export type RuleSetStatus = (typeof ruleSetStatuses)[number];

export const ruleSetActions = [
  'drafted',
  'changed',
  'approved',
  'returned',
  'published',
  'superseded',
] as const;
export type RuleSetAction = (typeof ruleSetActions)[number];
