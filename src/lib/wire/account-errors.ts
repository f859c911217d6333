// Errors of calls about accounts that other areas than the account's own can cause.
import { declareError } from '../endpoint.ts';

export const withdrawalOpen = declareError(
  'withdrawal_open',
  409,
  'A withdrawal of this account is open. Cancel it, or wait until it has ended.',
);
