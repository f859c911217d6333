import { beforeAll, expect, test } from 'vitest';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { CalculationWire } from '../../../wire/calculations/calculation-results.ts';

const t = useApp();
let headers: Record<string, string>;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  headers = (await t.signIn('hedger@example.com')).headers;
});

async function preview(facts: object): Promise<CalculationWire> {
  const url = '/apix/data_customs/vehicle-calculation/calculate/?preview=true';
  return (await send(t, 'POST', url, facts, { headers })).body as unknown as CalculationWire;
}

const inDollars = { ...petrolCar, price: { amount: '10000', currency: 'USD' } };
const at = (rate: string) => ({ exchange_rates: [{ from: 'USD', to: 'EUR', rate }] });

test('the rate sensitivity equals the totals under those rates', async () => {
  const { rate_sensitivity: moved } = await preview({ ...inDollars, ...at('0.8') });
  const [dearer, cheaper] = [
    await preview({ ...inDollars, ...at('0.84') }),
    await preview({ ...inDollars, ...at('0.76') }),
  ];
  expect(moved).toEqual({
    percent: 5,
    dearer: dearer.total_payments,
    cheaper: cheaper.total_payments,
  });
  expect(Number(dearer.total_payments)).toBeGreaterThan(Number(cheaper.total_payments));
});

test('an inverse rate scales in the same way', async () => {
  const inverse = { exchange_rates: [{ from: 'EUR', to: 'USD', rate: '1.25' }] };
  const one = await preview({ ...inDollars, ...at('0.8') });
  const other = await preview({ ...inDollars, ...inverse });
  expect(other.rate_sensitivity).toEqual(one.rate_sensitivity);
});

test('without exchange rates there is no sensitivity', async () => {
  const { rate_sensitivity: moved } = await preview(petrolCar);
  expect(moved).toBeNull();
});
