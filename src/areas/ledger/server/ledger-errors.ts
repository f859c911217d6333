// What a caller may have to answer for. Each area puts its own words and status to them.
import type { Amount } from '#lib/money.ts';

/** The wallet lacks the money. Nothing was written; the transaction can go on. */
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

/** The idempotency key belongs to a journal or hold that says something else. */
export class IdempotencyConflict extends Error {
  readonly code = 'idempotency_conflict';
  constructor() {
    super('This idempotency key belongs to something else.');
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
    super('The journal takes more than was held.');
    this.required = required;
    this.available = available;
  }
}

export class JournalNotFound extends Error {
  readonly code = 'journal_not_found';
  constructor() {
    super('There is no such journal.');
  }
}

/** A reversal is not reversed again: post what should have been instead. */
export class NotReversible extends Error {
  readonly code = 'not_reversible';
  constructor() {
    super('A reversal is not reversed: post a new journal.');
  }
}
