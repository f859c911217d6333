import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchOptions } from '../test/browser/chromium.ts';
import { skippedUnless } from '../test/optional-programs.ts';
import { hasSphinx } from '../test/recordings.ts';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launchOptions,
    args: [
      ...launchOptions.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  },
});

const openSpeech = async (page: Page, tab: string) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, uniqueEmail());
  await page.goto(`/dashboard/speech?tab=${tab}`);
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
  await openSpeech(page, 'speak');
  await expect(page.getByText('Nothing spoken yet')).toBeVisible();
  await checkAppearance(page);
  await page.getByLabel('Text to speak').pressSequentially('Good');
  await expect(page.getByText(/^Uses 4 characters of your plan/)).toBeVisible();
  const file = await synthesize(page, 'Good morning.');
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  await expect(page.getByText('13 characters', { exact: true })).toBeVisible();
  const player = page.getByLabel('The spoken text');
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Speak', exact: true }).click();
  await expect(page.getByText('Nothing: generated before')).toBeVisible();
  await checkAppearance(page);
});

test.describe(`recordings${skippedUnless('pocketsphinx', hasSphinx)}`, () => {
  test.skip(!hasSphinx, 'PocketSphinx and ffmpeg are not installed here.');

  test('a recording is transcribed, saved, corrected, found and deleted', async ({ page }) => {
    test.setTimeout(scaledMs(120_000));
    await openSpeech(page, 'speak');
    const buffer = await synthesize(
      page,
      'The weather is fine today and we will meet in the garden.',
    );
    await page.getByRole('tab', { name: 'Transcribe' }).click();
    await expect(page.getByText('No transcripts yet')).toBeVisible();
    const memo = { name: 'memo.wav', mimeType: 'audio/wav', buffer };
    await page.getByLabel('Recording to transcribe').setInputFiles(memo);
    await page.getByLabel('Save the transcript').check();
    await checkAppearance(page);
    await page.getByRole('button', { name: 'Transcribe recording' }).click();
    const word = page.getByRole('button', { name: 'garden', exact: true });
    await expect(word).toBeVisible({ timeout: scaledMs(30_000) });
    await checkAppearance(page);
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
    await checkAppearance(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete transcript' }).click();
    await expect(page.getByText('No transcript matches')).toBeVisible();
  });

  test('leaving during a transcription asks first; the saved transcript is completed', async ({
    page,
  }) => {
    test.setTimeout(scaledMs(90_000));
    await openSpeech(page, 'speak');
    const buffer = await synthesize(page, 'The weather is fine today.');
    await page.getByLabel('Text to speak').fill('Not spoken yet.');
    await page.getByRole('tab', { name: 'Transcribe' }).click();
    const memo = { name: 'memo.wav', mimeType: 'audio/wav', buffer };
    await page.getByLabel('Recording to transcribe').setInputFiles(memo);
    await page.getByLabel('Save the transcript').check();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/transcribe/base64/', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Transcribe recording' }).click();
    await expect(page.getByRole('timer')).toHaveText(/0:(0[1-9]|[1-5]\d)/);
    await checkAppearance(page);
    const keys = page.getByRole('link', { name: 'API keys' }).first();
    await keys.click();
    const asked = page.getByRole('alertdialog');
    await asked.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await keys.click();
    await asked.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
    goOn();
    const kept = page.getByText('The transcript of memo.wav is saved.', { exact: true });
    await expect(kept).toBeVisible({ timeout: scaledMs(30_000) });
    await page.getByRole('link', { name: 'Speech', exact: true }).first().click();
    await expect(page.getByRole('button', { name: /^memo\.wav/ })).toBeVisible();
  });

  test('the microphone records, and usage is counted', async ({ page }) => {
    test.setTimeout(scaledMs(60_000));
    await openSpeech(page, 'transcribe');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(page.getByRole('timer')).toContainText('0:02', { timeout: scaledMs(10_000) });
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByRole('button', { name: 'Transcribe recording' }).click();
    await expect(page.getByText(/^(English\. )?Used \d/)).toBeVisible({
      timeout: scaledMs(30_000),
    });
  });

  test('what is no audio is refused in words', async ({ page, quiet }) => {
    quiet.allow(/status of 422/);
    await openSpeech(page, 'transcribe');
    const file = { name: 'list.m3u8', mimeType: 'audio/mpeg', buffer: Buffer.from('#EXTM3U\n') };
    await page.getByLabel('Recording to transcribe').setInputFiles(file);
    await page.getByRole('button', { name: 'Transcribe recording' }).click();
    await expect(page.getByText(/^The audio cannot be decoded/)).toBeVisible();
  });
});

test('the examples work as they are pasted', async ({ page, request }) => {
  test.setTimeout(scaledMs(60_000));
  await openSpeech(page, 'speak');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const made = await request.post('/apix/billing/api-keys/', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'examples', scopes: ['speech'] },
  });
  const { key } = (await made.json()) as { key: string };
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
