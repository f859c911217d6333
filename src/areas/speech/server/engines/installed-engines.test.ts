// Models in the folder of installed ones, loaded by the real sherpa-onnx.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { espeakData, writePiperVoice, writeWhisperModel } from '#test/fixtures/speech-models.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { hasFfmpeg, voicedWav } from '#test/recordings.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { modelsFolder } from '../models/installed-models.ts';

const t = useApp();
let ada: SignedIn;
beforeAll(async () => {
  ada = await t.signIn('ada@example.com');
});

const toFolder = (name: string) => path.join(modelsFolder(t.config), name);
beforeEach(() => rmSync(modelsFolder(t.config), { recursive: true, force: true }));

const call = (what: string, body: object) =>
  send(t, 'POST', `/apix/services/${what}/base64/`, body, { headers: ada.headers });
async function listEngines() {
  const { body } = await send(t, 'GET', '/apix/services/engines/', undefined, {
    headers: ada.headers,
  });
  const rows = body.results as { id: string; quality: string; is_default: boolean }[];
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

test.skipIf(!hasFfmpeg)(
  `an installed Whisper is the default at once${skippedUnless('ffmpeg', hasFfmpeg)}`,
  async () => {
    expect((await listEngines()).whisper).toMatchObject({ is_available: false });
    writeWhisperModel(toFolder('whisper-tiny'), 'tiny');
    const { whisper, pocketsphinx } = await listEngines();
    expect(whisper).toMatchObject({
      is_default: true,
      is_available: true,
      quality: 'standard',
      options: ['translate'],
    });
    expect(pocketsphinx).toMatchObject({ is_default: false, quality: 'basic' });
    const audio = voicedWav(2).toString('base64');
    const heard = await call('transcribe', { audio });
    expect(heard).toMatchObject({
      status: 200,
      body: { text: 'hello world', model: 'whisper', quality: 'standard', language: 'en' },
    });
    // The same process transcribes in another language, and detects again afterwards.
    const german = await call('transcribe', { audio, language: 'de' });
    expect(german.body).toMatchObject({ text: 'hello world', language: 'de' });
    expect((await call('transcribe', { audio })).body).toMatchObject({ language: 'en' });
    const unknown = await call('transcribe', { audio, language: 'tlh', model: 'whisper' });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'unsupported_language' } });

    writeWhisperModel(toFolder('whisper-turbo'), 'turbo');
    expect((await listEngines()).whisper).toMatchObject({ quality: 'high', options: [] });
    expect((await call('transcribe', { audio })).body).toMatchObject({ quality: 'high' });

    rmSync(modelsFolder(t.config), { recursive: true });
    expect((await listEngines()).whisper).toMatchObject({ is_default: false });
  },
  scaledMs(30_000),
);

test.skipIf(!espeakData)(
  `an installed voice speaks its language${skippedUnless('espeak-ng', espeakData !== undefined)}`,
  async () => {
    const text = 'The parcel has left the harbour.';
    const spoken = { text, response_format: 'wav' };
    expect((await call('tts', spoken)).body).toMatchObject({ model: 'flite', quality: 'basic' });
    writePiperVoice(toFolder('piper-en-amy-low'), 'en_US-amy-low');
    const { piper, flite } = await listEngines();
    expect(piper).toMatchObject({ is_default: true, quality: 'standard', languages: ['en'] });
    expect(flite).toMatchObject({ is_default: false, quality: 'basic' });
    const natural = await call('tts', { ...spoken, text: 'It has left.' });
    expect(natural).toMatchObject({
      status: 200,
      body: { model: 'piper', voice: 'piper-en-amy-low', quality: 'standard' },
    });
    expect(natural.body).toMatchObject({ language: 'en-us', sample_rate: 16_000 });
    expect(natural.body.duration).toBeGreaterThan(0.2);
    const again = await call('tts', { ...spoken, text: 'It has left.' });
    expect(again.body).toMatchObject({ cached: true, quality: 'standard' });
    const russian = await call('tts', { text: 'Посылка', model: 'piper' });
    expect(russian).toMatchObject({ status: 422, body: { code: 'unsupported_language' } });

    rmSync(toFolder('piper-en-amy-low'), { recursive: true });
    const gone = await call('tts', { text: 'It is gone.', model: 'piper' });
    expect(gone).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    expect(gone.body.enable).toContain('npm run speech');
  },
  scaledMs(30_000),
);
