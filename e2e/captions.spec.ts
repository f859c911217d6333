import { rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchOptions } from '../test/browser/chromium.ts';
import { skippedUnless } from '../test/optional-programs.ts';
import { hasSphinx } from '../test/recordings.ts';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { createKey } from './factories.ts';
import { expect, signIn, test } from './person.ts';

/** What the browser's microphone hears, once. Read when the microphone is switched on. */
const spoken = path.join(os.tmpdir(), `weftline-spoken-${process.pid}.wav`);

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [
      ...launchOptions.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${spoken}%noloop`,
    ],
  },
});
test.afterAll(() => rmSync(spoken, { force: true }));

test.describe(`captions${skippedUnless('pocketsphinx', hasSphinx)}`, () => {
  test.skip(!hasSphinx, 'PocketSphinx and ffmpeg are not installed here.');

  test('speech becomes text while it lasts, and a transcript at the end', async ({ page }) => {
    test.setTimeout(scaledMs(120_000));
    const customer = await signIn(page);
    const speech = await page.request.post('/apix/v1/audio/speech', {
      headers: { authorization: `Bearer ${await createKey(customer, 'voice')}` },
      data: {
        model: 'flite',
        voice: 'slt',
        response_format: 'wav',
        input: 'The weather is fine today, and we will meet in the garden.',
      },
    });
    expect(speech.status()).toBe(200);
    writeFileSync(spoken, await speech.body());

    await page.goto('/dashboard/speech?tab=transcribe');
    await page.getByRole('button', { name: 'Live captions' }).click();
    await page.getByRole('button', { name: 'Start captions' }).click();
    await expect(page.getByText('Listening.')).toBeVisible();
    await expect(page.getByRole('log', { name: 'Text' })).toContainText('garden', {
      timeout: scaledMs(40_000),
    });
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Stop captions' }).click();
    await expect(page.getByText(/Used .+ of your plan\. Saved to your transcripts\./)).toBeVisible({
      timeout: scaledMs(30_000),
    });
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: /^Captions .*garden/ })).toBeVisible();
  });
});
