import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, hasSphinx, silentWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { toWindows } from './whisper.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-whisper-'));
for (const name of ['base-encoder.int8.onnx', 'base-decoder.onnx', 'base-tokens.txt'])
  writeFileSync(path.join(folder, name), 'no model at all');
afterAll(() => rmSync(folder, { recursive: true }));
const t = useApp({ STT_MODEL_DIR: folder });

test.skipIf(!hasFfmpeg)(
  `a broken model is not offered, and ends nothing else${skippedUnless('ffmpeg', hasFfmpeg)}`,
  async () => {
    const { headers } = await t.signIn('ada@example.com');
    const write = (change: object) => {
      const body = { audio: silentWav(1).toString('base64'), ...change };
      return send(t, 'POST', '/apix/services/transcribe/base64/', body, { headers });
    };
    const refusal = { status: 503, body: { code: 'provider_unavailable' } };
    const refused = await write({ model: 'whisper' });
    expect(refused).toMatchObject(refusal);
    expect(refused.body.enable).toMatch(/STT_MODEL_DIR/);
    if (hasSphinx) expect((await write({})).body.model).toBe('pocketsphinx');
    const engines = await send(t, 'GET', '/apix/services/engines/', undefined, { headers });
    expect(engines.body.results).toContainEqual(
      expect.objectContaining({ id: 'whisper', is_available: false, is_default: false }),
    );
  },
  scaledMs(30_000),
);

test('short spans share a window, long ones are split at the window length', () => {
  const spans = [
    { start: 1, end: 5 },
    { start: 7, end: 20 },
    { start: 40, end: 101 },
  ];
  expect(toWindows(spans)).toEqual([
    { start: 1, end: 20 },
    { start: 40, end: 68 },
    { start: 68, end: 96 },
    { start: 96, end: 101 },
  ]);
  expect(spans[0]).toEqual({ start: 1, end: 5 });
});
