import { describe, expect, test } from 'vitest';
import { InvalidInput } from '#kernel/http/errors.ts';
import { assertConsistent } from './check-contradictions.ts';

const day = '2026-11-20';

/** The problems by field; empty if the facts are consistent. */
function findProblems(facts: Record<string, unknown>): Record<string, unknown> {
  try {
    assertConsistent({ destination_country: 'DE', ...facts }, day);
    return {};
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
}

describe('a vehicle', () => {
  test.each([
    [
      { production_date: '2027' },
      'production_date',
      'On 2026-11-20 this vehicle is not produced yet.',
    ],
    [
      { production_date: '2026-12' },
      'production_date',
      'On 2026-11-20 this vehicle is not produced yet.',
    ],
    [
      { historic: true, age_years: '5' },
      'historic',
      'A collectors’ piece is at least 30 years old, and this vehicle is 5.',
    ],
    [
      { historic: true, production_date: '1996-12' },
      'historic',
      'A collectors’ piece is at least 30 years old, and this vehicle is 29.',
    ],
    [
      { age_years: '2', production_date: '2015' },
      'age_years',
      'Produced in 2015, the vehicle is 10 years old: state one of both.',
    ],
    [
      { power_kw: '100', power_hp: '300' },
      'power_hp',
      '300 hp are 220.6 kW, not 100 kW: state one of both.',
    ],
    [
      { powertrain: 'petrol', engine_capacity_cc: '0' },
      'engine_capacity_cc',
      'The engine of a vehicle with “Petrol” has a capacity above 0.',
    ],
    [
      { importer: 'legal_entity', regime: 'individual' },
      'regime',
      'The importer is a company: these are the rules for a private person.',
    ],
    [
      { importer: 'individual', regime: 'legal_entity' },
      'regime',
      'The importer is a private person: these are the rules for a company.',
    ],
    [
      { transfer_of_residence: true, importer: 'legal_entity' },
      'transfer_of_residence',
      'Only a private person can move house, and the importer is a company.',
    ],
    [
      { transfer_of_residence: true, is_new: true },
      'transfer_of_residence',
      'What is moved was used before, and this vehicle is new.',
    ],
  ])('%j is refused', (facts, field, message) => {
    expect(findProblems(facts)).toEqual({ [field]: [message] });
  });

  test.each([
    { production_date: '2026' },
    { production_date: '2026-11' },
    { historic: true, production_date: '1996-11' },
    { historic: true, age_years: 30 },
    { age_years: '2', production_date: '2024-01' },
    { age_years: '10', production_date: '2015' },
    { power_kw: '100', power_hp: '136' },
    { power_kw: '100', power_hp: '134' },
    { powertrain: 'electric', engine_capacity_cc: '0' },
    { powertrain: 'electric', engine_capacity_cc: 1998 },
    { powertrain: 'petrol', engine_capacity_cc: 1 },
    { importer: 'individual', regime: 'courier' },
    { importer: 'legal_entity', regime: 'legal_entity' },
    { transfer_of_residence: true, importer: 'individual', is_new: false },
  ])('%j is accepted', (facts) => {
    expect(findProblems(facts)).toEqual({});
  });
});

describe('goods', () => {
  const line = { description: 'Bolts', hs_code: '731815', quantity: '3' };

  test('are refused by line', () => {
    const items = [
      line,
      { ...line, quantity: '10', unit_price: '50', value: '100' },
      { ...line, net_weight_kg: '5', gross_weight_kg: '4.9' },
    ];
    expect(findProblems({ items })).toEqual({
      items: [
        {},
        { value: ['10 × 50 is 500: state the value or the unit price.'] },
        { gross_weight_kg: ['The gross weight is below the net weight of 5 kg.'] },
      ],
    });
  });

  test('have unit prices that are rounded', () => {
    expect(findProblems({ items: [{ ...line, unit_price: '3.33', value: '10' }] })).toEqual({});
    expect(findProblems({ items: [{ ...line, unit_price: '3.33', value: '10.02' }] })).not.toEqual(
      {},
    );
  });
});

test.each([
  [{ ioss: true, importer: 'legal_entity' }, 'ioss'],
  [{ ioss: true, shipment_type: 'gift' }, 'ioss'],
  [{ shipment_type: 'gift', importer: 'legal_entity' }, 'shipment_type'],
])('a sale to a private person, a gift and a company: %j is refused', (facts, field) => {
  expect(Object.keys(findProblems(facts))).toEqual([field]);
});
