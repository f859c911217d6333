// Random histories, many at once, against a model of them.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  arbitraryStep,
  createModel,
  type Model,
  modelBalances,
  planCommand,
  readBalances,
  runCommand,
  type Step,
} from '#test/factories/ledger-model.ts';
import { useKernel } from '#test/test-kernel.ts';
import { createLedger, type Ledger, verifyLedger } from './index.ts';

const filled = useKernel();
let ledger: Ledger;
let accounts = 0;
let keys = 0;
beforeAll(() => {
  ledger = createLedger(filled.kernel);
});

/** Makes the move twice with one key: what happens once must happen once. */
async function take(model: Model, one: Step): Promise<void> {
  const planned = planCommand(model, one, `model:${++keys}`);
  if (!planned) return;
  const { command, refusal, apply } = planned;
  const make = () => runCommand(ledger, filled.kernel.database.write, command);
  const first = await make();
  const second = await make();
  if (refusal !== null || 'refusal' in first) {
    expect([first, second]).toEqual([{ refusal }, { refusal }]);
    return;
  }
  // Releasing has no key of its own: a hold is released or it is not.
  const isReplay = command.kind === 'release' ? first.isReplay : true;
  expect(second).toEqual({ ...first, isReplay });
  apply(first.id);
}

const agrees = async (model: Model): Promise<void> =>
  expect(await readBalances(ledger, filled.kernel.database.write, model.accountId)).toEqual(
    modelBalances(model),
  );

test('any history results in the balances of the model and a sound ledger', async () => {
  const histories = fc.asyncProperty(
    fc.array(arbitraryStep, { minLength: 1, maxLength: 40 }),
    async (steps) => {
      const model = createModel(++accounts);
      for (const one of steps) await take(model, one);
      await agrees(model);
    },
  );
  await fc.assert(histories, { numRuns: 40 });
  expect((await verifyLedger(filled.kernel)).problems).toEqual([]);
});

test('many concurrent customers with shared platform accounts leave a sound ledger', async () => {
  const histories = fc.asyncProperty(
    fc.array(fc.array(arbitraryStep, { minLength: 5, maxLength: 25 }), {
      minLength: 4,
      maxLength: 8,
    }),
    async (all) => {
      const models = all.map(() => createModel(++accounts));
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
});
