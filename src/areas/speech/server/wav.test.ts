import { expect, test } from 'vitest';
import { readWav, writeWav } from './wav.ts';

const samples = Int16Array.from({ length: 50 }, (_, at) => at * 100 - 2500);

test('what is written is read', () => {
  expect(readWav(writeWav({ samples, sampleRate: 22_050 }))).toEqual({
    samples,
    sampleRate: 22_050,
  });
});

test('of a length that a pipe could not know, what is there counts', () => {
  const file = writeWav({ samples, sampleRate: 16_000 });
  file.writeUInt32LE(0xffff_ffff, 40);
  expect(readWav(file)?.samples).toEqual(samples);
  expect(readWav(file.subarray(0, 64))?.samples).toEqual(samples.subarray(0, 10));
});

test('of two channels the first is taken', () => {
  const file = writeWav({ samples, sampleRate: 8000 });
  file.writeUInt16LE(2, 22);
  expect(readWav(file)?.samples).toEqual(samples.filter((_, at) => at % 2 === 0));
});

test('other files and other formats are null', () => {
  const float = writeWav({ samples, sampleRate: 8000 });
  float.writeUInt16LE(3, 20);
  for (const file of [Buffer.alloc(0), Buffer.from('RIFF'), Buffer.from('ID3 and so on'), float])
    expect(readWav(file)).toBeNull();
});
