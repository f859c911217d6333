import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createThreadPool } from '../processing/thread-pool.ts';
import { createFlite } from './flite.ts';

const pool = createThreadPool({ warn: () => undefined });
const flite = createFlite(pool);
const [voice] = (await flite.voices()) as [Awaited<ReturnType<typeof flite.voices>>[number]];
const { signal } = new AbortController();
afterAll(() => pool.close());

/** Silence alone is 0.18 s. */
test.each(['öäü ÖÄÜ éèê', '١٢٣', '１２３', '①②③', '½ ¾', 'Ⅷ', 'ﬁ'])(
  '%s can be pronounced',
  async (text) => {
    expect(flite.canRead(text, 'en')).toBe(true);
    const { samples, sampleRate } = await flite.speak({ text, voice, speed: 1 }, signal);
    expect(samples.length / sampleRate).toBeGreaterThan(0.4);
    expect(samples.some((value) => Math.abs(value) > 1000)).toBe(true);
  },
);

test.each(['Straße', 'Łódź', 'Người Việt ở đây', 'Привет', '三', '𒐕'])(
  '%s cannot be pronounced',
  (text) => {
    expect(flite.canRead(text, 'en')).toBe(false);
  },
);

test('the text is removed from disk after an abort', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
  vi.stubEnv('TMPDIR', folder);
  const listFiles = () => readdirSync(folder);
  const leaving = new AbortController();
  const text = 'Nobody else may read this. '.repeat(150);
  const speaking = flite.speak({ text, voice, speed: 1 }, leaving.signal);
  await expect.poll(listFiles).not.toEqual([]);
  leaving.abort(new Error('gone'));
  await expect(speaking).rejects.toThrow('gone');
  expect(listFiles()).toEqual([]);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
