// What is kept of spoken texts: for how many, and that a repeated call is not paid twice.
import { expect, test, vi } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { newCustomer } from '#test/plans.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/services/tts/base64/';

const speak = (who: SignedIn, body: object, key?: string) =>
  send(t, 'POST', path, body, {
    headers: { ...who.headers, ...(key && { 'idempotency-key': key }) },
  });

const fileOf = (digest: string) => `speech/${digest}`;

/** Phrases of an account as they would be after a month of use, the oldest first. */
async function addPhrases({ accountId }: SignedIn, count: number, sizeBytes: number) {
  const { rows } = await t.kernel.database.pool.query<{ digest: string }>(
    `insert into speech_phrase (digest, account_id, facts, used_at, size_bytes)
     select encode(sha256(($1 || ' ' || n)::bytea), 'hex'), $1::int, '{}',
       $2::timestamptz - ($3::int - n) * interval '1 minute', $4
     from generate_series(0, $3::int - 1) n returning digest`,
    [accountId, t.clock.now(), count, sizeBytes],
  );
  for (const { digest } of rows)
    await t.kernel.storage.put(fileOf(digest), Buffer.from('x'), { contentType: 'audio/mpeg' });
  return rows.map(({ digest }) => digest);
}

const digestsOf = async ({ accountId }: SignedIn): Promise<string[]> => {
  const { rows } = await t.kernel.database.pool.query<{ digest: string }>(
    'select digest from speech_phrase where account_id = $1 order by used_at',
    [accountId],
  );
  return rows.map(({ digest }) => digest);
};

test('beyond the number that is kept the one unused for longest goes, with its file', async () => {
  const who = await newCustomer(t, 'many@example.com');
  const old = await addPhrases(who, budgets.phrasesPerAccount, 1);
  const other = await newCustomer(t, 'few@example.com');
  const [theirs] = await addPhrases(other, 1, 1);
  await speak(who, { text: 'One more.' });
  const kept = await digestsOf(who);
  expect(kept.slice(0, -1)).toEqual(old.slice(1));
  const isThere = (digest: string) => t.kernel.storage.exists(fileOf(digest));
  const files = [old[0]!, old[1]!, kept.at(-1)!, theirs!];
  expect(await Promise.all(files.map(isThere))).toEqual([false, true, true, true]);
  expect((await speak(who, { text: 'One more.' })).body.cached).toBe(true);
});

test('beyond the bytes that are kept as many go as it takes', async () => {
  const who = await newCustomer(t, 'large@example.com');
  const old = await addPhrases(who, 4, budgets.phraseBytesPerAccount / 4);
  await speak(who, { text: 'And another.', response_format: 'wav' });
  const kept = await digestsOf(who);
  expect(kept).toHaveLength(4);
  expect(kept.slice(0, 3)).toEqual(old.slice(1));
});

test('what is spoken is answered although an old phrase could not be removed', async () => {
  const who = await newCustomer(t, 'stuck@example.com');
  const old = await addPhrases(who, budgets.phrasesPerAccount, 1);
  const remove = vi.spyOn(t.kernel.storage, 'remove').mockRejectedValue(new Error('away'));
  expect((await speak(who, { text: 'Although.' })).status).toBe(200);
  remove.mockRestore();
  expect(await digestsOf(who)).toHaveLength(old.length + 1);
  await speak(who, { text: 'Afterwards.' });
  expect(await digestsOf(who)).toHaveLength(old.length);
});

test('a phrase that is spoken again counts with the bytes it has now', async () => {
  const who = await newCustomer(t, 'grown@example.com');
  await speak(who, { text: 'Grown.' });
  const [digest] = await digestsOf(who);
  const sizeOf = async () => {
    const sql = 'select size_bytes from speech_phrase where digest = $1';
    return (await t.kernel.database.pool.query(sql, [digest])).rows[0].size_bytes;
  };
  const size = await sizeOf();
  const { pool } = t.kernel.database;
  await pool.query('update speech_phrase set size_bytes = 1 where digest = $1', [digest]);
  await t.kernel.storage.remove(fileOf(digest!));
  t.areas.speech.answers.clear();
  await speak(who, { text: 'Grown.' });
  expect(await sizeOf()).toBe(size);
});

test('a repeated Idempotency-Key is paid once, however large its answer was', async () => {
  const who = await newCustomer(t, 'again@example.com');
  const text = 'This sound takes more than is kept for a repeated call.';
  const body = { text, response_format: 'wav' };
  const first = await speak(who, body, 'one');
  expect(first.status).toBe(200);
  expect(first.raw.rawPayload.length).toBeGreaterThan(budgets.idempotencyAnswerBytes);
  t.areas.speech.answers.clear();
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
