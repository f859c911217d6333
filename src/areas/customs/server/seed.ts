import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { CalculationInput } from '../wire/calculation-inputs.ts';
import type { ImportKind } from '../wire/calculations.constants.ts';
import { listCalculations } from './calculations/calculation-store.ts';
import { calculateAndStore } from './calculations/saved-calculations.ts';
import type { Customs } from './customs.ts';

const demoCustomer = 'demo@example.com';

type DemoCalculation = {
  kind: ImportKind;
  title?: string;
  notes?: string;
  stated: CalculationInput;
};

/** Complete totals, one with an unknown part, one of several lines, one that is not saved. */
const demoCalculations: readonly DemoCalculation[] = [
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
    kind: 'goods',
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
    const options = { isSaved: title !== undefined, title, notes };
    await calculateAndStore(customs, actor, kind, stated, options);
  }
}
