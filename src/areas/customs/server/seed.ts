import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { CalculationInput } from '../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../wire/calculations/calculations.constants.ts';
import { calculate } from './calculations/calculate.ts';
import { listCalculations } from './calculations/calculation-store.ts';
import { save } from './calculations/stages/save.ts';
import type { Customs } from './customs.ts';

const demoCustomer = 'demo@example.com';

type DemoCalculation = {
  kind: ImportKind;
  title?: string;
  notes?: string;
  input: CalculationInput;
};

/** Complete totals, one with an unknown part, one of several lines, one that is not saved. */
const demoCalculations: readonly DemoCalculation[] = [
  {
    kind: 'vehicle',
    title: 'BMW 320i for Kyiv',
    notes: 'The seller ships from Antwerp.',
    input: {
      destination_country: 'UA',
      origin_country: 'DE',
      price: { amount: '21400', currency: 'EUR' },
      incoterm: 'CIF',
      powertrain: 'petrol',
      engine_capacity_cc: '1998',
      production_date: '2020-05',
      make: 'BMW',
      model: '320i',
    },
  },
  {
    kind: 'vehicle',
    title: 'Porsche Macan for Portland',
    notes: 'Bought at auction. The ship leaves Bremerhaven on the 4th.',
    input: {
      destination_country: 'US',
      origin_country: 'DE',
      price: { amount: '38200', currency: 'USD' },
      incoterm: 'CIF',
      mode: 'sea',
      vehicle_category: 'car',
      is_new: false,
      in_quota: false,
      origin_proof: false,
      gross_weight_kg: '1870',
      powertrain: 'petrol',
      engine_capacity_cc: '1984',
      production_date: '2021-05',
      make: 'Porsche',
      model: 'Macan',
    },
  },
  {
    kind: 'vehicle',
    title: 'Electric car for Tbilisi',
    input: {
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
    input: {
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
    input: {
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

/** Calculations of the demo customer: returns the id of the first. Safe to repeat. */
export async function seedCustoms(customs: Customs): Promise<number | undefined> {
  const actor = await customs.kernel.work.read(findNewCustomer);
  if (!actor) return undefined;
  const ids: (number | null)[] = [];
  for (const { kind, input, title, notes } of demoCalculations) {
    const options = { ...actor, isSaved: title !== undefined, title, notes };
    const { id } = await save(customs, await calculate(customs, { kind, input }), options);
    ids.push(id);
  }
  return ids[0] ?? undefined;
}
