// Budgets of stored phrases, and repeated calls.
import { expect, test, vi } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/services/tts/base64/';

const speak = (who: SignedIn, body: object, key?: string) =>
  send(t, 'POST', path, body, {
    headers: { ...who.headers, ...(key && { 'idempotency-key': key }) },
  });

const toFile = (digest: string) => `speech/${digest}`;

/** Phrases of an account after a month of use, oldest first. */
async function addPhrases({ accountId }: SignedIn, count: number, sizeBytes: number) {
  const { rows } = await t.kernel.database.pool.query<{ digest: string }>(
    `insert into speech_phrase (digest, account_id, metadata, used_at, size_bytes)
     select encode(sha256(($1 || ' ' || n)::bytea), 'hex'), $1::int, '{}',
       $2::timestamptz - ($3::int - n) * interval '1 minute', $4
     from generate_series(0, $3::int - 1) n returning digest`,
    [accountId, t.clock.now(), count, sizeBytes],
  );
  for (const { digest } of rows)
    await t.kernel.storage.put(toFile(digest), Buffer.from('x'), { contentType: 'audio/mpeg' });
  return rows.map(({ digest }) => digest);
}

const listDigests = async ({ accountId }: SignedIn): Promise<string[]> => {
  const { rows } = await t.kernel.database.pool.query<{ digest: string }>(
    'select digest from speech_phrase where account_id = $1 order by used_at',
    [accountId],
  );
  return rows.map(({ digest }) => digest);
};

test('over the number budget the least recently used phrase is removed', async () => {
  const who = await createCustomer(t, 'many@example.com');
  const old = await addPhrases(who, budgets.phrasesPerAccount, 1);
  const other = await createCustomer(t, 'few@example.com');
  const [theirs] = await addPhrases(other, 1, 1);
  await speak(who, { text: 'One more.' });
  const stored = await listDigests(who);
  expect(stored.slice(0, -1)).toEqual(old.slice(1));
  const isThere = (digest: string) => t.kernel.storage.exists(toFile(digest));
  const files = [old[0]!, old[1]!, stored.at(-1)!, theirs!];
  expect(await Promise.all(files.map(isThere))).toEqual([false, true, true, true]);
  expect((await speak(who, { text: 'One more.' })).body.cached).toBe(true);
});

test('over the size budget as many phrases are removed as necessary', async () => {
  const who = await createCustomer(t, 'large@example.com');
  const old = await addPhrases(who, 4, budgets.phraseBytesPerAccount / 4);
  await speak(who, { text: 'And another.', response_format: 'wav' });
  const stored = await listDigests(who);
  expect(stored).toHaveLength(4);
  expect(stored.slice(0, 3)).toEqual(old.slice(1));
});

test('synthesis succeeds although an old phrase could not be removed', async () => {
  const who = await createCustomer(t, 'stuck@example.com');
  const old = await addPhrases(who, budgets.phrasesPerAccount, 1);
  const remove = vi.spyOn(t.kernel.storage, 'remove').mockRejectedValue(new Error('away'));
  expect((await speak(who, { text: 'Although.' })).status).toBe(200);
  remove.mockRestore();
  expect(await listDigests(who)).toHaveLength(old.length + 1);
  await speak(who, { text: 'Afterwards.' });
  expect(await listDigests(who)).toHaveLength(old.length);
});

test('a phrase that is stored again counts with its new size', async () => {
  const who = await createCustomer(t, 'grown@example.com');
  await speak(who, { text: 'Grown.' });
  const [digest] = await listDigests(who);
  const readSize = async () => {
    const sql = 'select size_bytes from speech_phrase where digest = $1';
    return (await t.kernel.database.pool.query(sql, [digest])).rows[0].size_bytes;
  };
  const size = await readSize();
  const { pool } = t.kernel.database;
  await pool.query('update speech_phrase set size_bytes = 1 where digest = $1', [digest]);
  await t.kernel.storage.remove(toFile(digest!));
  t.areas.speech.synthesisCache.clear();
  await speak(who, { text: 'Grown.' });
  expect(await readSize()).toBe(size);
});

test('a repeated Idempotency-Key is charged once, however large the response', async () => {
  const who = await createCustomer(t, 'again@example.com');
  const text = 'This audio is larger than what is stored for a repeated call.';
  const body = { text, response_format: 'wav' };
  const first = await speak(who, body, 'one');
  expect(first.status).toBe(200);
  expect(first.raw.rawPayload.length).toBeGreaterThan(budgets.idempotencyAnswerBytes);
  t.areas.speech.synthesisCache.clear();
  expect(await speak(who, body, 'one')).toMatchObject({
    status: 409,
    body: { code: 'idempotency_too_large' },
  });
  const other = await speak(who, body, 'two');
  expect(other.body).toMatchObject({ cached: true, usage: { billed_units: 0 } });
  await t.areas.usage.flush();
  const { rows } = await t.kernel.database.pool.query(
    `select sum(units)::float as units from usage_record
     where account_id = $1 and metric = 'character'`,
    [who.accountId],
  );
  expect(rows[0].units).toBe([...text].length);
});
