import { expect, test } from 'vitest';
import { decodeWav, encodeWav } from './wav.ts';

const samples = Int16Array.from({ length: 50 }, (_, at) => at * 100 - 2500);

test('decodes what it encodes', () => {
  expect(decodeWav(encodeWav({ samples, sampleRate: 22_050 }))).toEqual({
    samples,
    sampleRate: 22_050,
  });
});

test('ignores the length in the header of a piped file', () => {
  const file = encodeWav({ samples, sampleRate: 16_000 });
  file.writeUInt32LE(0xffff_ffff, 40);
  expect(decodeWav(file)?.samples).toEqual(samples);
  expect(decodeWav(file.subarray(0, 64))?.samples).toEqual(samples.subarray(0, 10));
});

test('uses the first of two channels', () => {
  const file = encodeWav({ samples, sampleRate: 8000 });
  file.writeUInt16LE(2, 22);
  expect(decodeWav(file)?.samples).toEqual(samples.filter((_, at) => at % 2 === 0));
});

test('other files and other formats are null', () => {
  const float = encodeWav({ samples, sampleRate: 8000 });
  float.writeUInt16LE(3, 20);
  for (const file of [Buffer.alloc(0), Buffer.from('RIFF'), Buffer.from('ID3 and so on'), float])
    expect(decodeWav(file)).toBeNull();
});
