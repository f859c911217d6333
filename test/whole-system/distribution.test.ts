// Whether the schema and the writes fit a distributed PostgreSQL, as docs/guides/scale.md says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useDatabase } from '../database.ts';
import { compareTables, findGaps } from '../distribution/find-gaps.ts';
import { listPlacesOfGuide } from '../distribution/guide.ts';
import { knownGapNames, knownGaps } from '../distribution/known-gaps.ts';
import { readSchemaFacts, type SchemaFacts } from '../distribution/schema-facts.ts';
import { placementOf, placements } from '../distribution/tables.ts';

const database = useDatabase();
const facts = () => readSchemaFacts(database.pool);

test('every table has a place', async () => {
  expect(compareTables(await facts(), placementOf)).toEqual([]);
});

test('what Citus would refuse is known, each object once, with a sentence of why', async () => {
  expect(findGaps(await facts(), placementOf)).toEqual(knownGapNames.toSorted());
  expect(new Set(knownGapNames).size).toBe(knownGapNames.length);
  for (const { reason } of knownGaps) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
});

test('the guide says where each table is', () => {
  const guide = path.resolve(import.meta.dirname, '../../docs/guides/scale.md');
  expect(listPlacesOfGuide(readFileSync(guide, 'utf8'))).toEqual(placements);
});

describe('a table that is not on the list, or does not fit', () => {
  const one = (change: Partial<SchemaFacts>): SchemaFacts => ({
    tables: ['thing'],
    columns: [{ table: 'thing', column: 'account_id', isNullable: false }],
    unique: [],
    foreignKeys: [],
    triggers: [],
    ...change,
  });
  const mine = { thing: { by: 'account_id' } };
  const foreignKey = (columns: string[], parent: string, parentColumns: string[]) => ({
    ...{ name: 'thing_fkey', table: 'thing', columns, parent, parentColumns },
  });

  test('a new table is missing, a dropped one is extra', () => {
    expect(compareTables(one({}), {})).toEqual(['no place: thing']);
    expect(compareTables(one({ tables: [] }), mine)).toEqual(['no table: thing']);
    expect(compareTables(one({ tables: ['pgboss.job'] }), { 'pgboss.*': 'local' })).toEqual([]);
  });

  test('without a column, or with one that may be null', () => {
    expect(findGaps(one({ columns: [] }), mine)).toEqual(['column thing.account_id']);
    const columns = [{ table: 'thing', column: 'account_id', isNullable: true }];
    expect(findGaps(one({ columns }), mine)).toEqual(['null in thing.account_id']);
  });

  test('a unique index needs the account, except on reference and local tables', () => {
    const unique = [{ name: 'thing_pkey', table: 'thing', columns: ['id'] }];
    expect(findGaps(one({ unique }), mine)).toEqual(['unique thing_pkey']);
    expect(findGaps(one({ unique }), { thing: 'reference' })).toEqual([]);
    const both = [{ name: 'thing_pkey', table: 'thing', columns: ['account_id', 'id'] }];
    expect(findGaps(one({ unique: both }), mine)).toEqual([]);
  });

  test('a foreign key is on the account, or leads to a reference table', () => {
    const toOwner = one({ foreignKeys: [foreignKey(['account_id'], 'account', ['id'])] });
    const account = { by: 'id' };
    expect(findGaps(toOwner, { ...mine, account })).toEqual([]);
    expect(findGaps(toOwner, { ...mine, account: 'local' })).toEqual(['foreign key thing_fkey']);
    expect(findGaps(toOwner, { ...mine, account: 'reference' })).toEqual([]);
    expect(findGaps(toOwner, { thing: 'reference', account })).toEqual(['foreign key thing_fkey']);
    expect(findGaps(toOwner, { thing: 'local', account })).toEqual(['foreign key thing_fkey']);
    const toOther = one({ foreignKeys: [foreignKey(['staff_id'], 'account', ['id'])] });
    expect(findGaps(toOther, { ...mine, account })).toEqual(['foreign key thing_fkey']);
  });

  test('a trigger', () => {
    const triggers = [{ name: 'check', table: 'thing' }];
    expect(findGaps(one({ triggers }), mine)).toEqual(['trigger thing.check']);
    expect(findGaps(one({ triggers }), { thing: 'local' })).toEqual([]);
  });
});
