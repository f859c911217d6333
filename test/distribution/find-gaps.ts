// What Citus refuses in a schema with given placements. Its messages are quoted in the guide.
import type { SchemaFacts } from './schema-facts.ts';
import { isByAccount, type Placement } from './tables.ts';

type Placements = Record<string, Placement>;

/** Names of tables that are only in one of the two. Schemas of others are listed as a whole. */
export function compareTables(facts: SchemaFacts, placements: Placements): string[] {
  const whole = (table: string) => (table.includes('.') ? table.replace(/\..*/, '.*') : table);
  const found = new Set(facts.tables.map(whole));
  const listed = Object.keys(placements);
  return [
    ...[...found].filter((table) => !listed.includes(table)).map((table) => `no place: ${table}`),
    ...listed
      .filter((table) => !table.includes('.') && !found.has(table))
      .map((table) => `no table: ${table}`),
  ];
}

/** Objects of the schema that have to change first, sorted, such as `unique session_pkey`. */
export function findGaps(facts: SchemaFacts, placements: Placements): string[] {
  const keyOf = (table: string) => {
    const placement = placements[table];
    return isByAccount(placement) ? placement.by : undefined;
  };
  return [
    ...columnGaps(facts, keyOf),
    ...facts.unique
      .filter(({ table, columns }) => {
        const key = keyOf(table);
        return key !== undefined && !columns.includes(key);
      })
      .map(({ name }) => `unique ${name}`),
    ...facts.foreignKeys
      .filter((one) => !isForeignKeyKept(one, placements, keyOf))
      .map(({ name }) => `foreign key ${name}`),
    ...facts.triggers
      .filter(({ table }) => placements[table] !== 'local')
      .map(({ name, table }) => `trigger ${table}.${name}`),
  ].toSorted();
}

function columnGaps(facts: SchemaFacts, keyOf: (table: string) => string | undefined): string[] {
  return facts.tables.flatMap((table) => {
    const key = keyOf(table);
    if (key === undefined) return [];
    const found = facts.columns.find((one) => one.table === table && one.column === key);
    if (!found) return [`column ${table}.${key}`];
    return found.isNullable ? [`null in ${table}.${key}`] : [];
  });
}

/** Citus takes them between tables of one account, on the key, and to what is on every node. */
function isForeignKeyKept(
  { table, columns, parent, parentColumns }: SchemaFacts['foreignKeys'][number],
  placements: Placements,
  keyOf: (table: string) => string | undefined,
): boolean {
  const key = keyOf(table);
  if (key === undefined) return keyOf(parent) === undefined;
  if (placements[parent] === 'reference') return true;
  const at = columns.indexOf(key);
  return at >= 0 && parentColumns[at] === keyOf(parent);
}
