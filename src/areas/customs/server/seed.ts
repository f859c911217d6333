import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { Kind } from './calculate.ts';
import { listCalculations } from './calculation-store.ts';
import { calculateAndKeep } from './calculations.ts';
import type { Customs } from './customs.ts';

const demoCustomer = 'demo@example.com';

type Demo = { kind: Kind; title?: string; notes?: string; stated: StatedInput };

/** Complete ones, one with a part unknown, one of several lines, one that was not saved. */
const demoCalculations: readonly Demo[] = [
  {
    kind: 'vehicle',
    title: 'Estate for Kyiv',
    notes: 'The seller ships from Antwerp.',
    stated: {
      destination_country: 'UA',
      price: { amount: '10000', currency: 'EUR' },
      incoterm: 'CIF',
      powertrain: 'petrol',
      engine_capacity_cc: '1998',
      production_date: '2020-05',
      make: 'Toyota',
      model: 'Corolla',
    },
  },
  {
    kind: 'vehicle',
    title: 'Electric car for Tbilisi',
    stated: {
      destination_country: 'GE',
      price: { amount: '18500', currency: 'USD' },
      incoterm: 'FOB',
      freight: { amount: '1900', currency: 'USD' },
      powertrain: 'electric',
      production_date: '2022-03',
      make: 'Nissan',
      model: 'Leaf',
    },
  },
  {
    kind: 'custom',
    title: 'Summer order',
    stated: {
      destination_country: 'DE',
      currency: 'EUR',
      incoterm: 'FOB',
      freight: { amount: '120', currency: 'EUR' },
      origin_country: 'CN',
      items: [
        { description: 'T-shirts, cotton', hs_code: '61091000', quantity: '100', unit_price: '10' },
        { description: 'Toys', hs_code: '950300', quantity: '5', unit_price: '50' },
        { description: 'Trainers', hs_code: '64041100', quantity: '2', unit: 'pair', value: '100' },
      ],
    },
  },
  {
    kind: 'vehicle',
    stated: {
      destination_country: 'AE',
      price: { amount: '72000', currency: 'AED' },
      incoterm: 'CIF',
      powertrain: 'petrol',
      make: 'Lexus',
      model: 'ES 350',
    },
  },
];

async function findNewCustomer(db: Db): Promise<{ accountId: number } | undefined> {
  const customer = await findAccountByEmail(db, demoCustomer);
  if (!customer) return undefined;
  const owner = { accountId: customer.id };
  const { rows } = await listCalculations(db, owner, { page: 1, pageSize: 1, offset: 0 });
  return rows.length === 0 ? owner : undefined;
}

/** Calculations of the demo customer. Safe to repeat. */
export async function seedCustoms(customs: Customs): Promise<void> {
  const actor = await customs.kernel.work.read(findNewCustomer);
  if (!actor) return;
  for (const { kind, stated, title, notes } of demoCalculations) {
    const words = { isSaved: title !== undefined, title, notes };
    await calculateAndKeep(customs, actor, kind, stated, words);
  }
}
