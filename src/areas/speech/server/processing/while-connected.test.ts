import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { hasSphinx, skippedUnless, voicedWav } from '#test/recordings.ts';

const t = useApp();
let ada: SignedIn;
let url: string;

beforeAll(async () => {
  ada = await t.signIn('ada@example.com');
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}/apix/services/`;
});
afterAll(() => t.app.server.closeAllConnections());

test.skipIf(!hasSphinx)(
  `work stops when the client disconnects, and is free${skippedUnless('pocketsphinx', hasSphinx)}`,
  async () => {
    const leaving = new AbortController();
    const calling = fetch(`${url}transcribe/base64/`, {
      method: 'POST',
      headers: { ...ada.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ audio: voicedWav(120).toString('base64') }),
      signal: leaving.signal,
    });
    const { transcriptionQueue } = t.areas.speech;
    await expect.poll(() => transcriptionQueue.running, { timeout: 15_000 }).toBe(1);
    leaving.abort();
    await expect(calling).rejects.toThrow();
    // A full transcription takes half a minute.
    await expect.poll(() => transcriptionQueue.running, { timeout: 8000 }).toBe(0);
    await t.areas.usage.flush();
    const { rows } = await t.kernel.database.pool.query(
      'select status_code as status, units::float from usage_record where account_id = $1',
      [ada.accountId],
    );
    expect(rows).toEqual([{ status: 499, units: 0 }]);
  },
  40_000,
);
