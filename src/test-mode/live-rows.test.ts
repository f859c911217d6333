// That nothing reaches the live database: each call of the reference is made in test mode, and all
// live tables are compared before and after.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#kernel/database/database.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { scopes } from '#lib/scopes.ts';
import { exampleRequest } from '#site/reference/call-examples.ts';
import { type Operation, operations } from '#site/reference/operations.ts';
import { toAddress } from '#site/reference/try-it/request-parts.ts';
import { examplePayload } from '#test/example-payload.ts';
import { isCallAvailable } from '#test/recordings.ts';
import { scaledMs } from '#test/time-limits.ts';
import { inTestMode, useTestMode } from '#test/use-test-mode.ts';

const t = useTestMode();

/** The time of the last use of a session, and counts of calls, are those of the caller. */
const ofCallers = ['session', 'rate_limit'];

async function fingerprint(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const all: Record<string, string> = {};
  for (const { name } of rows.filter((row) => !ofCallers.includes(row.name))) {
    const found = await sql<{ print: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print
      from ${sql.table(name)} t`.execute(db);
    all[name] = found.rows[0]!.print;
  }
  return all;
}

async function call(operation: Operation, headers: Record<string, string>) {
  const content = await examplePayload(operation);
  const response = await fetch(t.origin + toAddress(exampleRequest(operation)), {
    method: operation.method,
    headers: { ...headers, ...(content && { 'content-type': content.type }) },
    ...(content && { body: content.payload }),
    signal: createTimeout(30_000),
  });
  await response.body?.cancel();
  return { status: response.status, isMarked: response.headers.get('x-test-mode') === 'true' };
}

test(
  'no call of the reference touches a live row, by key or by session',
  async () => {
    const ada = await t.live.signIn('ada@example.com');
    const body = { name: 'program', scopes };
    const created = await t.send('POST', '/apix/billing/api-keys/', {
      headers: inTestMode(ada),
      body,
    });
    const byKey = { 'x-api-key': String(created.body.key) };
    const { write } = t.live.kernel.database;
    const before = await fingerprint(write);
    let succeeded = 0;
    for (const operation of operations)
      for (const headers of [byKey, inTestMode(ada)]) {
        const { status, isMarked } = await call(operation, headers);
        expect(isMarked, operation.operationId).toBe(true);
        const isRefused = status === 503 && !isCallAvailable(operation.apiPath);
        expect(isRefused || status < 500, `${operation.operationId}: ${status}`).toBe(true);
        if (status < 300) succeeded++;
      }
    expect(succeeded).toBeGreaterThan(60);
    expect(await fingerprint(write)).toEqual(before);
  },
  scaledMs(120_000),
);
