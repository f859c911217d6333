// Random histories, many at once, against a model of them.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useKernel } from '#test/kernel.ts';
import {
  balancesOf,
  emptyModel,
  type Model,
  makeMove,
  plan,
  readBalances,
  type Step,
  step,
} from '#test/ledger-model.ts';
import { type Ledger, openLedger, verifyLedger } from './index.ts';

const filled = useKernel();
let ledger: Ledger;
let accounts = 0;
let keys = 0;
beforeAll(() => {
  ledger = openLedger(filled.kernel);
});

/** Makes the move twice with one key: what happens once must happen once. */
async function take(model: Model, one: Step): Promise<void> {
  const planned = plan(model, one, `model:${++keys}`);
  if (!planned) return;
  const { move, refusal, settle } = planned;
  const make = () => makeMove(ledger, filled.kernel.database.write, move);
  const first = await make();
  const second = await make();
  if (refusal !== null || 'refusal' in first) {
    expect([first, second]).toEqual([{ refusal }, { refusal }]);
    return;
  }
  // Releasing has no key of its own: a hold is released or it is not.
  const isReplay = move.kind === 'release' ? first.isReplay : true;
  expect(second).toEqual({ ...first, isReplay });
  settle(first.id);
}

const agrees = async (model: Model): Promise<void> =>
  expect(await readBalances(ledger, filled.kernel.database.write, model.accountId)).toEqual(
    balancesOf(model),
  );

test('any history leaves the balances that the model has, and sound books', async () => {
  const histories = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 40 }),
    async (steps) => {
      const model = emptyModel(++accounts);
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
      const models = all.map(() => emptyModel(++accounts));
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
