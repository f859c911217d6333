// The shape of a plan: its nodes and indexes without their numbers, and the estimated cost.
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type { Database } from '#kernel/database/open-database.ts';
import type { DB } from '#kernel/database/schema.d.ts';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Total Cost': number;
  Plans?: PlanNode[];
};
export type PlanShape = { nodes: string[]; cost: number };
export type Query = readonly [what: string, read: (database: Database) => Promise<unknown>];

// Partitions count once: how many of them there are depends on the day.
const withoutDay = (name = '') => name.replace(/(default|\d{8})(_\w+)?$/, '*');

function nodesOf(node: PlanNode): string[] {
  const place = withoutDay(node['Index Name'] ?? node['Relation Name']);
  const name = `${node['Node Type']}${place ? ` ${place}` : ''}`;
  return [name, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Runs the product's own functions and explains the statements that they send. */
export async function readPlanShapes(
  database: Database,
  queries: readonly Query[],
): Promise<Map<string, PlanShape>> {
  const { pool } = database;
  const seen: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const log = ({ query }: LogEvent) => void seen.push(query);
  const watched = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log });
  const query: Database['work']['query'] = (sql, parameters) => {
    seen.push({ sql, parameters });
    return database.work.query(sql, parameters);
  };
  const work = { ...database.work, query };
  const shapes = new Map<string, PlanShape>();
  for (const [what, read] of queries) {
    await read({ ...database, read: watched, write: watched, work });
    for (const [at, { sql, parameters }] of seen.splice(0).entries()) {
      if (!/^\s*(select|with|update|delete|insert)\b/i.test(sql)) continue;
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) ${sql}`,
        [...parameters],
      );
      const plan = rows[0]!['QUERY PLAN'][0]!.Plan;
      const name = at === 0 ? what : `${what}, statement ${at + 1}`;
      shapes.set(name, { nodes: [...new Set(nodesOf(plan))], cost: plan['Total Cost'] });
    }
  }
  return shapes;
}
