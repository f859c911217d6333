import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { skippedUnless } from '../test/optional-programs.ts';
import { hasSphinx } from '../test/recordings.ts';
import { scaledMs } from '../test/time-limits.ts';
import { createKey } from './factories.ts';
import { expect, signIn, test } from './person.ts';

const openSpeech = async (page: Page) => {
  const customer = await signIn(page);
  await page.goto(`/dashboard/speech?tab=speak`);
  return customer;
};

/** The text as a recording, synthesized by the product itself. */
async function synthesize(page: Page, text: string): Promise<Buffer> {
  await page.getByLabel('Text to speak').fill(text);
  await page.getByLabel('Format').selectOption('wav');
  await page.getByRole('button', { name: 'Speak', exact: true }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  return readFileSync((await (await arriving).path())!);
}

test('a text is spoken, heard, downloaded, and costs nothing again', async ({ page }) => {
  test.setTimeout(scaledMs(90_000));
  await openSpeech(page);
  await expect(page.getByText('Nothing spoken yet')).toBeVisible();
  const file = await synthesize(page, 'Good morning.');
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  await expect(page.getByText('13 characters', { exact: true })).toBeVisible();
  const player = page.getByLabel('The spoken text');
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Speak', exact: true }).click();
  await expect(page.getByText('Nothing: generated before')).toBeVisible();
});

test.describe(`recordings${skippedUnless('pocketsphinx', hasSphinx)}`, () => {
  test.skip(!hasSphinx, 'PocketSphinx and ffmpeg are not installed here.');

  test('a recording is transcribed, saved, corrected, found and deleted', async ({ page }) => {
    test.setTimeout(scaledMs(120_000));
    await openSpeech(page);
    const buffer = await synthesize(
      page,
      'The weather is fine today and we will meet in the garden.',
    );
    await page.getByRole('tab', { name: 'Transcribe' }).click();
    await expect(page.getByText('No transcripts yet')).toBeVisible();
    const memo = { name: 'memo.wav', mimeType: 'audio/wav', buffer };
    await page.getByLabel('Recording to transcribe').setInputFiles(memo);
    await page.getByLabel('Save the transcript').check();
    await page.getByRole('button', { name: 'Transcribe recording' }).click();
    const word = page.getByRole('button', { name: 'garden', exact: true });
    await expect(word).toBeVisible({ timeout: scaledMs(30_000) });
    await word.click();
    const player = page.getByLabel('The recording');
    await expect
      .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(1);

    await page.getByRole('button', { name: 'Correct words' }).click();
    await page.getByLabel(/^From 0:00/).fill('We meet in the park.');
    await page.getByRole('button', { name: 'Save words' }).click();
    await expect(page.getByText('We meet in the park.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Download' }).click();
    const arriving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Subtitles, SRT' }).click();
    const subtitles = await arriving;
    expect(subtitles.suggestedFilename()).toBe('memo.srt');
    expect(readFileSync((await subtitles.path())!, 'utf8')).toContain('We meet in the park.');

    await page.reload();
    await page.getByLabel('Search your transcripts').fill('park');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: /^memo\.wav/ }).click();
    await expect(page.getByRole('dialog').getByText('We meet in the park.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete transcript' }).click();
    await expect(page.getByText('No transcript matches')).toBeVisible();
  });
});

test('the examples work as they are pasted', async ({ page }) => {
  test.setTimeout(scaledMs(60_000));
  const key = await createKey(await openSpeech(page), 'examples');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-examples-'));
  const run = async (task: 'Speak' | 'Transcribe', language: string) => {
    const examples = page.getByRole('tabpanel', { name: task });
    await examples.getByRole('tab', { name: language }).click();
    const panel = examples.getByRole('tabpanel', { name: language });
    const code = ((await panel.locator('code').textContent()) ?? '').replace('YOUR_API_KEY', key);
    const [command, ...args] = {
      curl: ['sh', '-c'],
      TypeScript: [process.execPath, '--input-type=module', '-e'],
      Python: ['python3', '-c'],
    }[language] as [string, ...string[]];
    return spawnSync(command, [...args, code], { cwd: folder, encoding: 'utf8' });
  };
  try {
    for (const language of ['TypeScript', 'Python', 'curl']) {
      rmSync(path.join(folder, 'speech.mp3'), { force: true });
      const { error, stderr } = await run('Speak', language);
      if (error) continue;
      const file = readFileSync(path.join(folder, 'speech.mp3'));
      expect({ language, stderr, isLong: file.length > 2000 }).toMatchObject({ isLong: true });
    }
    if (!hasSphinx) return;
    await page.getByRole('tab', { name: 'Transcribe' }).click();
    for (const language of ['TypeScript', 'Python', 'curl']) {
      const { error, stdout } = await run('Transcribe', language);
      if (!error) expect(stdout).toContain('good morning');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
