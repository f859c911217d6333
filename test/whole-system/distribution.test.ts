// docs/guides/scale.md says how the schema is distributed on Citus: compares that with the schema.
import { expect, test } from 'vitest';
import { useDatabase } from '../database.ts';
import { compareTables, findGaps } from '../distribution/find-gaps.ts';
import { readSchemaFacts } from '../distribution/schema-facts.ts';
import { placementOf } from '../distribution/tables.ts';

const database = useDatabase();

test('every table has a place', async () => {
  expect(compareTables(await readSchemaFacts(database.pool), placementOf)).toEqual([]);
});
test('gaps', async () => {
  expect(findGaps(await readSchemaFacts(database.pool), placementOf)).toEqual([]);
});
