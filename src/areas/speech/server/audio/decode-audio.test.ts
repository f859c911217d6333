import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { skippedUnless } from '#test/optional-programs.ts';
import { convert, hasFfmpeg, silentWav, voicedWav } from '#test/recordings.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import { decodeAudio } from './decode-audio.ts';
import { findMediaType } from './media-types.ts';

/** Seconds of sound, or null where the file is refused. */
const hear = (bytes: Buffer, secondsMax = 60) =>
  withJobFolder(async (folder) => {
    const media = await findMediaType(bytes);
    if (!media) return null;
    return readAs(media.demuxer, bytes, folder, secondsMax);
  });

async function readAs(demuxer: string, bytes: Buffer, folder: string, secondsMax = 60) {
  const from = path.join(folder, 'in');
  writeFileSync(from, bytes);
  const decoded = await decodeAudio({ from, demuxer, to: path.join(folder, 'out'), secondsMax });
  return decoded && Math.round(decoded.seconds * 10) / 10;
}

describe.skipIf(!hasFfmpeg)(
  `decoding of untrusted audio${skippedUnless('ffmpeg', hasFfmpeg)}`,
  () => {
    const wav = voicedWav(3);
    const containers: [string, string, ...string[]][] = [
      ['wav', 'wav'],
      ['mp3', 'mp3'],
      ['flac', 'flac'],
      ['ogg with Vorbis', 'ogg', '-c:a', 'libvorbis'],
      ['ogg with Opus', 'opus', '-c:a', 'libopus'],
      ['webm', 'webm', '-c:a', 'libopus'],
      ['m4a', 'm4a', '-c:a', 'aac'],
      ['mp4', 'mp4', '-c:a', 'aac'],
      ['aac', 'aac', '-c:a', 'aac'],
      ['mov', 'mov', '-c:a', 'aac'],
      ['3gp', '3gp', '-c:a', 'aac'],
      ['mkv', 'mkv', '-c:a', 'libopus'],
    ];
    test.each(containers)('%s is decoded in its full length', async (_, extension, ...args) => {
      expect(await hear(convert(wav, extension, ...args))).toBeCloseTo(3, 0);
    });

    test('a playlist with other files is not audio, and no demuxer opens them', async () => {
      await withJobFolder(async (folder) => {
        const secret = path.join(folder, 'secret.wav');
        writeFileSync(secret, wav);
        const playlists = [
          `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
          `#EXTM3U\n#EXTINF:10,\n${secret}\n`,
          `ffconcat version 1.0\nfile ${secret}\n`,
          `[playlist]\nFile1=${secret}\nNumberOfEntries=1\n`,
          '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>',
        ];
        for (const text of playlists) expect(await hear(Buffer.from(text))).toBeNull();
        for (const demuxer of ['mp3', 'mov', 'matroska'])
          expect(await readAs(demuxer, Buffer.from(playlists[0]!), folder)).toBeNull();
      });
    });

    test('an hour of compressed silence is cut off a second after the limit', async () => {
      const args = ['-af', 'apad=whole_dur=3600', '-ar', '8000'];
      const bomb = convert(silentWav(1), 'flac', ...args);
      expect(bomb.length).toBeLessThan(26_214_400);
      expect(await hear(bomb, 20)).toBe(21);
    });

    test('durations in headers are ignored', async () => {
      const lying = Buffer.from(wav);
      lying.writeUInt32LE(0x7fff_fff0, 4);
      lying.writeUInt32LE(0x7fff_ffd0, 40);
      expect(await hear(lying)).toBe(3);
      const mp3 = convert(voicedWav(20), 'mp3', '-b:a', '64k');
      const seconds = await hear(mp3.subarray(0, mp3.length / 4));
      expect(seconds).toBeGreaterThan(4);
      expect(seconds).toBeLessThan(6);
    });

    test('truncated files are decoded as far as possible, or refused', async () => {
      for (const [, extension, ...args] of containers.filter((_, at) => at % 2 === 1)) {
        const whole = convert(wav, extension, ...args);
        const seconds = await hear(whole.subarray(0, Math.floor(whole.length * 0.6)));
        expect(seconds ?? 0).toBeLessThan(3.1);
      }
    });

    test('a polyglot file is read as its first type', async () => {
      const page = Buffer.from('<html><script>alert(1)</script></html>');
      expect(await hear(Buffer.concat([wav, page]))).toBeCloseTo(3, 0);
      expect(await hear(Buffer.concat([page, wav]))).toBeNull();
      const mp3 = convert(wav, 'mp3');
      expect(await hear(Buffer.concat([mp3, Buffer.from('PK\u0003\u0004'), wav]))).toBeGreaterThan(
        2,
      );
    });

    test('images, archives, programs, random bytes and empty files are refused', async () => {
      const noise = Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251));
      const files = [
        readFileSync(process.execPath, { flag: 'r' }).subarray(0, 100_000),
        Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
        Buffer.from('PK\u0003\u0004 and so on'),
        noise,
        Buffer.alloc(0),
        Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVE'),
        Buffer.from('fLaC'),
        Buffer.from('OggS'),
      ];
      for (const file of files) expect(await hear(file)).toBeNull();
    });

    test('the audio of a video is decoded', async () => {
      const film = convert(
        wav,
        'mp4',
        '-f',
        'lavfi',
        '-i',
        'color=s=16x16:r=5',
        '-shortest',
        '-c:a',
        'aac',
      );
      expect(await hear(film)).toBeCloseTo(3, 0);
    });

    test('decoding stops on abort', async () => {
      await withJobFolder(async (folder) => {
        const from = path.join(folder, 'in');
        writeFileSync(from, wav);
        const signal = AbortSignal.abort(new Error('gone'));
        const input = { from, demuxer: 'wav', to: path.join(folder, 'out'), secondsMax: 9, signal };
        await expect(decodeAudio(input)).rejects.toThrow('gone');
      });
    });
  },
);
