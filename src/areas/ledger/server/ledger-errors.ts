// Errors that callers handle. Each area maps them to its own API errors.
import type { Amount } from '#lib/money.ts';

/** The wallet balance is too low. Nothing was written; the transaction stays usable. */
export class InsufficientBalance extends Error {
  readonly code = 'insufficient_balance';
  readonly required: Amount;
  readonly available: Amount;
  constructor(required: Amount, available: Amount) {
    super('The balance is too low.');
    this.required = required;
    this.available = available;
  }
}

/** The idempotency key belongs to a different journal or hold. */
export class IdempotencyConflict extends Error {
  readonly code = 'idempotency_conflict';
  constructor() {
    super('The idempotency key belongs to a different journal or hold.');
  }
}

export class HoldNotOpen extends Error {
  readonly code = 'hold_not_open';
  readonly status: 'captured' | 'released' | 'missing';
  constructor(status: 'captured' | 'released' | 'missing') {
    super(`The hold is ${status}.`);
    this.status = status;
  }
}

export class HoldExceeded extends Error {
  readonly code = 'hold_exceeded';
  readonly required: Amount;
  readonly available: Amount;
  constructor(required: Amount, available: Amount) {
    super('The journal is larger than the hold.');
    this.required = required;
    this.available = available;
  }
}

export class JournalNotFound extends Error {
  readonly code = 'journal_not_found';
  constructor() {
    super('The journal does not exist.');
  }
}

/** A reversal can not be reversed: post a correct journal instead. */
export class NotReversible extends Error {
  readonly code = 'not_reversible';
  constructor() {
    super('A reversal can not be reversed: post a new journal.');
  }
}
