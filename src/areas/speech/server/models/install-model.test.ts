import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { espeakData, writePiperVoice, writeWhisperModel } from '#test/fixtures/speech-models.ts';
import { skippedUnless } from '#test/optional-programs.ts';
import { findModel, type SpeechModel, speechModels } from './catalogue.ts';
import { type InstallOptions, installModel } from './install-model.ts';
import { listInstalledModels, manifestName, partFile, removeModel } from './installed-models.ts';
import { describeBetterEngine } from './suggest-models.ts';

const hasBzip2 = spawnSync('bzip2', ['--version']).status === 0;
const base = mkdtempSync(path.join(os.tmpdir(), 'weftline-models-'));
const archives = new Map<string, Buffer>();
const requested: string[] = [];
const server = http.createServer(({ url = '' }, response) => {
  requested.push(url);
  const body = archives.get(url.slice(1));
  response.writeHead(body ? 200 : 404, { 'content-length': body?.length ?? 0 }).end(body);
});
let baseUrl = '';
let folder = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  folder = mkdtempSync(path.join(base, 'installed-'));
  requested.length = 0;
  archives.clear();
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(base, { recursive: true });
});

/** Offers an archive under the name of a model of the catalogue, and returns that model. */
function offer(name: string, write: (folder: string) => void): SpeechModel {
  const model = findModel(name)!;
  const root = mkdtempSync(path.join(base, 'archive-'));
  const top = path.basename(model.file, '.tar.bz2');
  mkdirSync(path.join(root, top, 'test_wavs'), { recursive: true });
  writeFileSync(path.join(root, top, 'test_wavs', '0.wav'), 'a recording');
  write(path.join(root, top));
  const archive = spawnSync('tar', ['-cjf', 'archive', top], { cwd: root });
  if (archive.status !== 0) throw new Error(archive.stderr.toString());
  return publish(model, readFileSync(path.join(root, 'archive')));
}

function publish(model: SpeechModel, archive: Buffer): SpeechModel {
  archives.set(model.file, archive);
  const sha256 = createHash('sha256').update(archive).digest('hex');
  return { ...model, bytes: archive.length, sha256 };
}

const install = (model: SpeechModel, change: Partial<InstallOptions> = {}) =>
  installModel(model, { folder, baseUrl, now: new Date(0), retryWaitMs: 0, ...change });
const listNames = async () => (await listInstalledModels(folder)).map(({ model }) => model.name);
const offerWhisper = () => offer('whisper-tiny', (to) => writeWhisperModel(to, 'tiny'));

describe.skipIf(!hasBzip2)(`installing${skippedUnless('bzip2', hasBzip2)}`, () => {
  test('a model is downloaded, verified, loaded by the engine, and then there', async () => {
    const model = offer('whisper-tiny', (to) => {
      writeWhisperModel(to, 'tiny');
      writeFileSync(path.join(to, 'tiny-encoder.onnx'), 'the larger one');
      writeFileSync(path.join(to, 'LICENSE'), 'MIT');
    });
    const steps: string[] = [];
    const done = await install(model, { onStep: (step) => steps.push(step) });
    expect(done).toEqual({
      isNew: true,
      verification: { by: 'catalogue', sha256: model.sha256 },
    });
    expect(steps).toEqual(['verify', 'unpack', 'load']);
    expect(readdirSync(path.join(folder, 'whisper-tiny'))).toEqual([
      'LICENSE',
      manifestName,
      'tiny-decoder.int8.onnx',
      'tiny-encoder.int8.onnx',
      'tiny-tokens.txt',
    ]);
    const manifest = readFileSync(path.join(folder, 'whisper-tiny', manifestName), 'utf8');
    expect(JSON.parse(manifest)).toEqual({
      name: 'whisper-tiny',
      url: `${baseUrl}/asr-models/sherpa-onnx-whisper-tiny.tar.bz2`,
      sha256: model.sha256,
      verified_by: 'catalogue',
      licence: 'MIT',
      licence_url: 'https://github.com/openai/whisper/blob/main/LICENSE',
      installed_at: '1970-01-01T00:00:00.000Z',
    });
    expect(readdirSync(folder).sort()).toEqual(['.download', 'whisper-tiny']);
    expect(readdirSync(path.join(folder, '.download'))).toEqual([]);
    requested.length = 0;
    expect(await install(model)).toEqual({ isNew: false, verification: null });
    expect(requested).toEqual([]);
    expect(await removeModel(folder, model)).toBe(true);
    expect(await listNames()).toEqual([]);
    expect(await removeModel(folder, model)).toBe(false);
  });

  test.skipIf(!espeakData)(
    `a voice too${skippedUnless('the data of espeak-ng', espeakData !== undefined)}`,
    async () => {
      const model = offer('piper-en-amy-low', (to) => writePiperVoice(to, 'en_US-amy-low'));
      expect(await install(model)).toMatchObject({ isNew: true });
      expect(await listNames()).toEqual(['piper-en-amy-low']);
    },
  );

  test('without a digest of the catalogue that of the release counts', async () => {
    const model = { ...offerWhisper(), sha256: null };
    const digest = createHash('sha256').update(archives.get(model.file)!).digest('hex');
    const line = `other.tar.bz2\t${'0'.repeat(64)}\nsherpa-onnx-whisper-tiny.tar.bz2\t${digest}\n`;
    archives.set('asr-models/checksum.txt', Buffer.from(line));
    expect(await install(model)).toMatchObject({ verification: { by: 'release' } });
  });

  test('without any digest only the size was compared, which the result says', async () => {
    const model = { ...offerWhisper(), sha256: null };
    expect(await install(model)).toMatchObject({ verification: { by: 'size' } });
  });

  test.each(['catalogue', 'release'])('another digest than that of the %s', async (by) => {
    const wrong = '0'.repeat(64);
    const model = { ...offerWhisper(), sha256: by === 'catalogue' ? wrong : null };
    archives.set(
      'asr-models/checksum.txt',
      Buffer.from(`${wrong}  sherpa-onnx-whisper-tiny.tar.bz2`),
    );
    await expect(install(model)).rejects.toThrow(/is not the expected file .* instead of 0000/);
    expect(existsSync(partFile(folder, model))).toBe(false);
    expect(await listNames()).toEqual([]);
  });

  test('a model that does not load is not installed, and the download is kept', async () => {
    const model = offer('whisper-tiny', (to) => {
      for (const name of ['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt'])
        writeFileSync(path.join(to, `tiny-${name}`), 'no model at all');
    });
    await expect(install(model)).rejects.toThrow(/does not load here/);
    expect(readdirSync(folder)).toEqual(['.download']);
    requested.length = 0;
    await expect(install(model)).rejects.toThrow(/does not load here/);
    expect(requested).toEqual([]);
    expect(await removeModel(folder, model)).toBe(true);
    expect(existsSync(partFile(folder, model))).toBe(false);
  });

  test('an archive without a model does not load either', async () => {
    const model = offer('piper-de-thorsten', () => undefined);
    await expect(install(model)).rejects.toThrow(/does not load here/);
  });

  test('what a killed installation left is removed', async () => {
    const model = offerWhisper();
    mkdirSync(path.join(folder, '.unpack-whisper-tiny.abc', 'half'), { recursive: true });
    mkdirSync(path.join(folder, '.unpack-whisper-base.abc'));
    await install(model);
    expect(readdirSync(folder).sort()).toEqual([
      '.download',
      '.unpack-whisper-base.abc',
      'whisper-tiny',
    ]);
  });
});

test('what is no archive is told', async () => {
  const model = publish(findModel('whisper-tiny')!, Buffer.from('<html>'));
  await expect(install(model)).rejects.toThrow(/could not be unpacked|bzip2/);
  expect(await listNames()).toEqual([]);
});

test('too little space is known before the download', async () => {
  const model = publish(findModel('whisper-base')!, Buffer.alloc(1000));
  const readFreeBytes = async () => 2999;
  await expect(install(model, { readFreeBytes })).rejects.toThrow(
    `${folder} needs 3 kB of free space and has 3 kB.`,
  );
  expect(requested).toEqual([]);
});

test('a server without models says what is better', async () => {
  expect(await describeBetterEngine(folder)).toContain('install whisper-base` (207.6 MB)');
  mkdirSync(path.join(folder, 'whisper-small'));
  expect(await describeBetterEngine(folder)).toContain('basic voices');
  mkdirSync(path.join(folder, 'piper-de-thorsten'));
  expect(await describeBetterEngine(folder)).toBeNull();
});

test('names in the catalogue are unique, and so are files', () => {
  for (const key of ['name', 'file', 'sha256'] as const) {
    const values = speechModels.map((model) => model[key]).filter((value) => value !== null);
    expect(new Set(values).size).toBe(values.length);
  }
  for (const { sha256, bytes } of speechModels) {
    if (sha256) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(bytes).toBeGreaterThan(60_000_000);
  }
});
