// A model of a customer's wallets that is simple enough to check by eye (two numbers per currency),
// and the commands that run against both the model and the ledger.
import fc from 'fast-check';
import {
  adjustment,
  charge,
  deposit,
  type Ledger,
  withdrawal,
} from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';

const codes = ['USD', 'btc'] as const;
type Currency = (typeof codes)[number];
type Deltas = Partial<Record<Currency, bigint>>;
type OpenHold = { id: string; currency: Currency; minor: bigint };
type Entry = { journalId: string; deltas: Deltas; isReversed: boolean };
export type Model = {
  accountId: number;
  balance: Record<Currency, bigint>;
  holds: OpenHold[];
  entries: Entry[];
};

export const createModel = (accountId: number): Model => ({
  accountId,
  balance: { USD: 0n, btc: 0n },
  holds: [],
  entries: [],
});

/** One call of the ledger, serializable to be sent to another process. */
export type LedgerCommand = {
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
export const arbitraryStep = fc.record({
  kind: fc.constantFrom('deposit', 'credit', 'charge', 'hold', 'capture', 'release', 'reverse'),
  currency,
  minor,
  pick,
});
export type Step = typeof arbitraryStep extends fc.Arbitrary<infer S> ? S : never;

const reservedIn = (model: Model, code: Currency) =>
  model.holds.reduce((sum, hold) => (hold.currency === code ? sum + hold.minor : sum), 0n);
const availableIn = (model: Model, code: Currency) => model.balance[code] - reservedIn(model, code);

function applyDeltas(model: Model, deltas: Deltas, sign = 1n): void {
  for (const code of codes) model.balance[code] += sign * (deltas[code] ?? 0n);
}

export type CommandPlan = {
  command: LedgerCommand;
  /** The refusal to expect of the ledger; null when the command must succeed. */
  refusal: 'insufficient_balance' | 'hold_exceeded' | null;
  /** Applies it to the model. `id` is the ledger's id of the journal or hold. */
  apply: (id: string) => void;
};

/** Null when the step has no object, such as a release without an open hold. */
export function planCommand(model: Model, one: Step, key: string): CommandPlan | null {
  const { kind, minor } = one;
  const base = { kind, key, accountId: model.accountId, target: '', minor: String(minor) };
  const refusalIfShort = (code: Currency) =>
    availableIn(model, code) < minor ? 'insufficient_balance' : null;
  const record = (deltas: Deltas) => (journalId: string) => {
    applyDeltas(model, deltas);
    model.entries.push({ journalId, deltas, isReversed: false });
  };
  switch (kind) {
    case 'capture':
    case 'release':
      return planClose(model, one, { base, record });
    case 'reverse':
      return planReverse(model, one, base);
    case 'hold': {
      const { currency } = one;
      const apply = (id: string) => void model.holds.push({ id, currency, minor });
      return { command: { ...base, currency }, refusal: refusalIfShort(currency), apply };
    }
    default: {
      const { currency } = one;
      const isCharge = kind === 'charge';
      const apply = record({ [currency]: isCharge ? -minor : minor });
      return {
        command: { ...base, currency },
        refusal: isCharge ? refusalIfShort(currency) : null,
        apply,
      };
    }
  }
}

type Base = Omit<LedgerCommand, 'currency'>;
type Closing = { base: Base; record: (deltas: Deltas) => (journalId: string) => void };

function planClose(model: Model, { kind, pick, minor }: Step, { base, record }: Closing) {
  const hold = model.holds[pick % Math.max(model.holds.length, 1)];
  if (!hold) return null;
  const { currency, id: target } = hold;
  const isOverHold = kind === 'capture' && minor > hold.minor;
  const apply = (id: string) => {
    model.holds = model.holds.filter((other) => other !== hold);
    if (kind === 'capture') record({ [currency]: -minor })(id);
  };
  const refusal = isOverHold ? ('hold_exceeded' as const) : null;
  return { command: { ...base, currency, target }, refusal, apply };
}

function planReverse(model: Model, { pick, currency }: Step, base: Base): CommandPlan | null {
  const entry = model.entries[pick % Math.max(model.entries.length, 1)];
  if (!entry) return null;
  const { deltas, isReversed, journalId: target } = entry;
  const isSpent = codes.some((code) => {
    const delta = deltas[code] ?? 0n;
    return delta > 0n && availableIn(model, code) < delta;
  });
  const apply = () => {
    if (!isReversed) applyDeltas(model, deltas, -1n);
    entry.isReversed = true;
  };
  const refusal = isSpent && !isReversed ? 'insufficient_balance' : null;
  return { command: { ...base, currency, target }, refusal, apply };
}

export type CommandResult = { id: string; isReplay: boolean } | { refusal: string };

/** Runs the command on the ledger. Rethrows errors that are not refusals. */
export async function runCommand(
  ledger: Ledger,
  db: Db,
  one: LedgerCommand,
): Promise<CommandResult> {
  try {
    const done = await call(ledger, db, one);
    return { id: 'journalId' in done ? done.journalId : done.id, isReplay: done.isReplay };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'insufficient_balance' || code === 'hold_exceeded') return { refusal: code };
    throw error;
  }
}

function call(
  ledger: Ledger,
  db: Db,
  { kind, key, accountId, currency, minor, target }: LedgerCommand,
) {
  const amount = { currency, minor: BigInt(minor) };
  const input = { accountId, amount, idempotencyKey: key, actor: 'test' };
  switch (kind) {
    case 'deposit':
      return ledger.post(db, deposit({ ...input, provider: 'sandbox' }));
    case 'credit':
      return ledger.post(db, adjustment({ ...input, direction: 'credit' }));
    case 'charge':
      return ledger.post(db, charge(input));
    case 'hold':
      return ledger.hold(db, input);
    case 'capture':
      return ledger.capture(db, target, captured(input));
    case 'release':
      return ledger.release(db, target);
    case 'reverse':
      return ledger.reverse(db, target, { actor: 'test' });
  }
}

/** Held money pays for something, or leaves with a fee. */
function captured(input: Parameters<typeof charge>[0]) {
  const fee = { ...input.amount, minor: input.amount.minor / 10n };
  return input.amount.minor % 2n === 0n
    ? charge(input)
    : withdrawal({ ...input, provider: 'manual', fee });
}

/** The model's wallets in the shape of `readBalances`. */
export const modelBalances = (model: Model) =>
  codes.map((code) => ({
    currency: code,
    total: model.balance[code],
    reserved: reservedIn(model, code),
    available: availableIn(model, code),
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
