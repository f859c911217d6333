// Random histories against a model that a reader can check by eye: two numbers a currency.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { convertAmount } from '#lib/decimal.ts';
import type { Amount } from '#lib/money.ts';
import { useKernel } from '#test/kernel.ts';
import {
  bonus,
  charge,
  conversion,
  deposit,
  type Ledger,
  openLedger,
  refundCharge,
  verifyLedger,
} from './index.ts';

const filled = useKernel();
let ledger: Ledger;
let accounts = 0;
let keys = 0;
beforeAll(() => {
  ledger = openLedger(filled.kernel);
});
const db = () => filled.kernel.database.write;

type Currency = 'USD' | 'btc';
type Held = { id: string; currency: Currency; minor: bigint };
type Entry = { journalId: string; deltas: Partial<Record<Currency, bigint>>; isReversed: boolean };
type Model = {
  accountId: number;
  balance: Record<Currency, bigint>;
  holds: Held[];
  entries: Entry[];
};

const currency = fc.constantFrom<Currency>('USD', 'btc');
const minor = fc.bigInt({ min: 1n, max: 5000n });
const pick = fc.nat({ max: 50 });
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('deposit', 'bonus', 'refund'), currency, minor }),
  fc.record({ kind: fc.constantFrom('charge', 'hold'), currency, minor }),
  fc.record({ kind: fc.constantFrom('capture', 'release'), pick, minor }),
  fc.record({ kind: fc.constant('reverse' as const), pick }),
  fc.record({ kind: fc.constant('convert' as const), minor }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type StepOf<K> = Extract<Step, { kind: K }>;

const heldIn = (model: Model, code: Currency) =>
  model.holds.reduce((sum, hold) => (hold.currency === code ? sum + hold.minor : sum), 0n);
const freeIn = (model: Model, code: Currency) => model.balance[code] - heldIn(model, code);
const details = (model: Model, amount: Amount) => ({
  accountId: model.accountId,
  amount,
  idempotencyKey: `model:${++keys}`,
  actor: 'test',
});

const credits = {
  deposit: (input: ReturnType<typeof details>) => deposit({ ...input, provider: 'sandbox' }),
  bonus,
  refund: refundCharge,
};

/** Posts twice with one key: what happens once must happen once. */
async function postTwice(
  model: Model,
  work: () => ReturnType<Ledger['post']>,
  deltas: Entry['deltas'],
) {
  const posted = await work();
  const again = await work();
  expect(again).toEqual({ ...posted, isReplay: true });
  for (const [code, delta] of Object.entries(deltas)) model.balance[code as Currency] += delta;
  model.entries.push({ journalId: posted.journalId, deltas, isReversed: false });
}

async function credit(
  model: Model,
  { kind, currency, minor }: StepOf<'deposit' | 'bonus' | 'refund'>,
) {
  const draft = credits[kind as keyof typeof credits](details(model, { currency, minor }));
  await postTwice(model, () => ledger.post(db(), draft), { [currency]: minor });
}

async function spend(model: Model, { kind, currency, minor }: StepOf<'charge' | 'hold'>) {
  const input = details(model, { currency, minor });
  const isRefused = freeIn(model, currency) < minor;
  if (kind === 'hold') {
    if (isRefused) return refuses(ledger.hold(db(), input));
    const hold = await ledger.hold(db(), input);
    return void model.holds.push({ id: hold.id, currency, minor });
  }
  const draft = charge(input);
  if (isRefused) return refuses(ledger.post(db(), draft));
  await postTwice(model, () => ledger.post(db(), draft), { [currency]: -minor });
}

const refuses = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: 'insufficient_balance' });

async function close(model: Model, { kind, pick, minor }: StepOf<'capture' | 'release'>) {
  const hold = model.holds[pick % Math.max(model.holds.length, 1)];
  if (!hold) return;
  const { id, currency } = hold;
  if (kind === 'capture' && minor > hold.minor) {
    const tooMuch = ledger.capture(db(), id, charge(details(model, { currency, minor })));
    await expect(tooMuch).rejects.toMatchObject({ code: 'hold_exceeded' });
    return;
  }
  const draft = charge(details(model, { currency, minor }));
  model.holds = model.holds.filter((one) => one !== hold);
  if (kind === 'release') await ledger.release(db(), id);
  else await postTwice(model, () => ledger.capture(db(), id, draft), { [currency]: -minor });
}

async function takeBack(model: Model, { pick }: StepOf<'reverse'>) {
  const entry = model.entries[pick % Math.max(model.entries.length, 1)];
  if (!entry) return;
  const attempt = ledger.reverse(db(), entry.journalId, { actor: 'test' });
  if (entry.isReversed) return void expect(await attempt).toMatchObject({ isReplay: true });
  const deltas = Object.entries(entry.deltas) as [Currency, bigint][];
  if (deltas.some(([code, delta]) => delta > 0n && freeIn(model, code) < delta))
    return refuses(attempt);
  await attempt;
  entry.isReversed = true;
  for (const [code, delta] of deltas) model.balance[code] -= delta;
}

async function change(model: Model, { minor }: StepOf<'convert'>) {
  const amount = { currency: 'USD', minor };
  const rate = { rate: '0.0000107', source: 'test', at: new Date() };
  const draft = conversion({ ...details(model, amount), currency: 'btc', rate });
  if (freeIn(model, 'USD') < minor) return refuses(ledger.post(db(), draft));
  const bought = convertAmount(amount, rate.rate, 'btc').minor;
  await postTwice(model, () => ledger.post(db(), draft), { USD: -minor, btc: bought });
}

async function take(model: Model, one: Step): Promise<unknown> {
  switch (one.kind) {
    case 'charge':
    case 'hold':
      return spend(model, one as StepOf<'charge' | 'hold'>);
    case 'capture':
    case 'release':
      return close(model, one as StepOf<'capture' | 'release'>);
    case 'reverse':
      return takeBack(model, one as StepOf<'reverse'>);
    case 'convert':
      return change(model, one as StepOf<'convert'>);
    default:
      return credit(model, one as StepOf<'deposit' | 'bonus' | 'refund'>);
  }
}

async function agrees(model: Model): Promise<void> {
  const balances = await ledger.balances(model.accountId);
  const sums = await ledger.sumTransactions({ accountId: model.accountId });
  for (const code of ['USD', 'btc'] as const) {
    const found = balances.find((one) => one.currency === code);
    expect(found?.total.minor ?? 0n).toBe(model.balance[code]);
    expect(found?.reserved.minor ?? 0n).toBe(heldIn(model, code));
    expect(found?.available.minor ?? 0n).toBe(freeIn(model, code));
    expect(sums.find((one) => one.currency === code)?.net.minor ?? 0n).toBe(model.balance[code]);
  }
}

test('any history leaves the balances that the model has, and sound books', async () => {
  const histories = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 40 }),
    async (steps) => {
      const model: Model = {
        accountId: ++accounts,
        balance: { USD: 0n, btc: 0n },
        holds: [],
        entries: [],
      };
      for (const one of steps) await take(model, one);
      await agrees(model);
    },
  );
  await fc.assert(histories, { numRuns: 40 });
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
}, 30_000);

test('many customers at once, with shared platform accounts, leave sound books', async () => {
  const histories = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 5, maxLength: 25 }), { minLength: 4, maxLength: 8 }),
    async (all) => {
      const models = all.map(
        (): Model => ({
          accountId: ++accounts,
          balance: { USD: 0n, btc: 0n },
          holds: [],
          entries: [],
        }),
      );
      await Promise.all(
        models.map(async (model, at) => {
          for (const one of all[at]!) await take(model, one);
        }),
      );
      for (const model of models) await agrees(model);
    },
  );
  await fc.assert(histories, { numRuns: 5 });
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
}, 30_000);
