import { commonErrors, type ErrorDeclaration } from './endpoint.ts';

/** What the plan or its customer allows for now is used up: a later attempt fails as well. */
export const planLimits: readonly ErrorDeclaration[] = [
  commonErrors.quotaExceeded,
  commonErrors.spendingCapReached,
  commonErrors.keyBudgetReached,
];
