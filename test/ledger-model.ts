// A model of a customer's wallets that a reader can check by eye, two numbers a currency, and the
// moves that are made in it and in the ledger.
import fc from 'fast-check';
import {
  bonus,
  charge,
  conversion,
  deposit,
  type Ledger,
  refundCharge,
} from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { convertAmount } from '#lib/decimal.ts';

const codes = ['USD', 'btc'] as const;
type Currency = (typeof codes)[number];
type Deltas = Partial<Record<Currency, bigint>>;
type Held = { id: string; currency: Currency; minor: bigint };
type Entry = { journalId: string; deltas: Deltas; isReversed: boolean };
export type Model = {
  accountId: number;
  balance: Record<Currency, bigint>;
  holds: Held[];
  entries: Entry[];
};

export const emptyModel = (accountId: number): Model => ({
  accountId,
  balance: { USD: 0n, btc: 0n },
  holds: [],
  entries: [],
});

/** One call of the ledger, as it can be sent to another process. */
export type Move = {
  kind: Step['kind'];
  key: string;
  accountId: number;
  currency: Currency;
  minor: string;
  /** The hold to close or the journal to reverse. */
  target: string;
};

const currency = fc.constantFrom<Currency>(...codes);
const minor = fc.bigInt({ min: 1n, max: 5000n });
const pick = fc.nat({ max: 50 });
export const step = fc.record({
  kind: fc.constantFrom(
    ...(['deposit', 'bonus', 'refund', 'charge', 'hold', 'capture'] as const),
    ...(['release', 'reverse', 'convert'] as const),
  ),
  currency,
  minor,
  pick,
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const usdToBtc = '0.0000107';
const heldIn = (model: Model, code: Currency) =>
  model.holds.reduce((sum, hold) => (hold.currency === code ? sum + hold.minor : sum), 0n);
const freeIn = (model: Model, code: Currency) => model.balance[code] - heldIn(model, code);

function move(model: Model, deltas: Deltas, sign = 1n): void {
  for (const code of codes) model.balance[code] += sign * (deltas[code] ?? 0n);
}

export type Plan = {
  move: Move;
  /** Why the ledger must refuse it; null when it must do it. */
  refusal: 'insufficient_balance' | 'hold_exceeded' | null;
  /** Does it in the model. `id` is what the ledger gave: of the journal or the hold. */
  settle: (id: string) => void;
};

/** Null when there is nothing that the step could be about. */
export function plan(model: Model, one: Step, key: string): Plan | null {
  const { kind, minor } = one;
  const base = { kind, key, accountId: model.accountId, target: '', minor: String(minor) };
  const ifFree = (code: Currency) => (freeIn(model, code) < minor ? 'insufficient_balance' : null);
  const enter = (deltas: Deltas) => (journalId: string) => {
    move(model, deltas);
    model.entries.push({ journalId, deltas, isReversed: false });
  };
  switch (kind) {
    case 'capture':
    case 'release':
      return planClose(model, one, { base, enter });
    case 'reverse':
      return planReverse(model, one, base);
    case 'convert': {
      const bought = convertAmount({ currency: 'USD', minor }, usdToBtc, 'btc').minor;
      const settle = enter({ USD: -minor, btc: bought });
      return { move: { ...base, currency: 'USD' }, refusal: ifFree('USD'), settle };
    }
    case 'hold': {
      const { currency } = one;
      const settle = (id: string) => void model.holds.push({ id, currency, minor });
      return { move: { ...base, currency }, refusal: ifFree(currency), settle };
    }
    default: {
      const { currency } = one;
      const isCharge = kind === 'charge';
      const settle = enter({ [currency]: isCharge ? -minor : minor });
      return { move: { ...base, currency }, refusal: isCharge ? ifFree(currency) : null, settle };
    }
  }
}

type Base = Omit<Move, 'currency'>;
type Closing = { base: Base; enter: (deltas: Deltas) => (journalId: string) => void };

function planClose(model: Model, { kind, pick, minor }: Step, { base, enter }: Closing) {
  const hold = model.holds[pick % Math.max(model.holds.length, 1)];
  if (!hold) return null;
  const { currency, id: target } = hold;
  const isTooMuch = kind === 'capture' && minor > hold.minor;
  const settle = (id: string) => {
    model.holds = model.holds.filter((other) => other !== hold);
    if (kind === 'capture') enter({ [currency]: -minor })(id);
  };
  const refusal = isTooMuch ? ('hold_exceeded' as const) : null;
  return { move: { ...base, currency, target }, refusal, settle };
}

function planReverse(model: Model, { pick, currency }: Step, base: Base): Plan | null {
  const entry = model.entries[pick % Math.max(model.entries.length, 1)];
  if (!entry) return null;
  const { deltas, isReversed, journalId: target } = entry;
  const isSpent = codes.some((code) => {
    const delta = deltas[code] ?? 0n;
    return delta > 0n && freeIn(model, code) < delta;
  });
  const settle = () => {
    if (!isReversed) move(model, deltas, -1n);
    entry.isReversed = true;
  };
  const refusal = isSpent && !isReversed ? 'insufficient_balance' : null;
  return { move: { ...base, currency, target }, refusal, settle };
}

export type Outcome = { id: string; isReplay: boolean } | { refusal: string };

/** The move in the ledger. Throws what is no refusal. */
export async function makeMove(ledger: Ledger, db: Db, one: Move): Promise<Outcome> {
  try {
    const done = await call(ledger, db, one);
    return { id: 'journalId' in done ? done.journalId : done.id, isReplay: done.isReplay };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'insufficient_balance' || code === 'hold_exceeded') return { refusal: code };
    throw error;
  }
}

function call(ledger: Ledger, db: Db, { kind, key, accountId, currency, minor, target }: Move) {
  const amount = { currency, minor: BigInt(minor) };
  const input = { accountId, amount, idempotencyKey: key, actor: 'test' };
  const rate = { rate: usdToBtc, source: 'test', at: new Date() };
  switch (kind) {
    case 'deposit':
      return ledger.post(db, deposit({ ...input, provider: 'sandbox' }));
    case 'bonus':
      return ledger.post(db, bonus(input));
    case 'refund':
      return ledger.post(db, refundCharge(input));
    case 'charge':
      return ledger.post(db, charge(input));
    case 'convert':
      return ledger.post(db, conversion({ ...input, currency: 'btc', rate }));
    case 'hold':
      return ledger.hold(db, input);
    case 'capture':
      return ledger.capture(db, target, charge(input));
    case 'release':
      return ledger.release(db, target);
    case 'reverse':
      return ledger.reverse(db, target, { actor: 'test' });
  }
}

/** What the wallets of the model are, and what those of the ledger are, in the same words. */
export const balancesOf = (model: Model) =>
  codes.map((code) => ({
    currency: code,
    total: model.balance[code],
    reserved: heldIn(model, code),
    available: freeIn(model, code),
    net: model.balance[code],
  }));

export async function readBalances(ledger: Ledger, db: Db, accountId: number) {
  const wallets = await ledger.balances(db, accountId);
  const sums = await ledger.sumTransactions(db, { accountId });
  return codes.map((code) => {
    const wallet = wallets.find((one) => one.currency === code);
    return {
      currency: code,
      total: wallet?.total.minor ?? 0n,
      reserved: wallet?.reserved.minor ?? 0n,
      available: wallet?.available.minor ?? 0n,
      net: sums.find((one) => one.currency === code)?.net.minor ?? 0n,
    };
  });
}
