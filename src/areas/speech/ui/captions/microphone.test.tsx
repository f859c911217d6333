// With the browser's own audio, on a clock of its own: nothing plays, and nothing waits.
import { expect, test, vi } from 'vitest';
import { encodePart } from './encode-part.ts';
import { connectLowpass, processorUrl } from './microphone.ts';
import { pauseUntilOnline } from './until-answered.ts';

const tone = (seconds: number, rate: number, hertz = 440) =>
  Float32Array.from(
    { length: seconds * rate },
    (_, at) => 0.5 * Math.sin((at / rate) * 2 * Math.PI * hertz),
  );

/** A node that plays the samples. */
function play(context: OfflineAudioContext, samples: Float32Array<ArrayBuffer>) {
  const buffer = context.createBuffer(1, samples.length, context.sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.start();
  return source;
}

test('the processor passes on every sample, in order', async () => {
  const blockLength = 4096;
  const sent = tone(1, 48_000).slice(0, 5 * blockLength);
  const context = new OfflineAudioContext(1, sent.length, 48_000);
  await context.audioWorklet.addModule(processorUrl);
  const processor = new AudioWorkletNode(context, 'microphone');
  const blocks: Float32Array[] = [];
  processor.port.onmessage = ({ data }) => blocks.push(data);
  play(context, sent).connect(processor);
  processor.connect(context.destination);
  const output = (await context.startRendering()).getChannelData(0);
  await expect.poll(() => blocks.length).toBe(5);
  expect(blocks.flatMap((block) => [...block])).toEqual([...sent]);
  expect(Math.max(...output)).toBe(0);
});

test.each([
  [1000, 0.49, 0.51],
  [3400, 0.45, 0.52],
  [12_000, 0, 0.06],
])('of a tone of %i Hz the filter leaves %d to %d', async (hertz, least, most) => {
  const context = new OfflineAudioContext(1, 24_000, 48_000);
  connectLowpass(context, play(context, tone(0.5, 48_000, hertz)), context.destination);
  const output = (await context.startRendering()).getChannelData(0);
  const loudest = Math.max(...output.subarray(4800));
  expect(loudest).toBeGreaterThanOrEqual(least);
  expect(loudest).toBeLessThan(most);
});

test.each([16_000, 44_100, 48_000])('a part at %i Hz becomes WAV at 16 kHz', async (rate) => {
  const file = await encodePart(tone(1, rate), rate);
  expect([file.size, file.type]).toEqual([44 + 32_000, 'audio/wav']);
  const view = new DataView(await file.arrayBuffer());
  const text = (at: number) => String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect(view.getUint32(24, true)).toBe(16_000);
  expect(view.getUint32(40, true)).toBe(32_000);
  const levels = Array.from({ length: 12_000 }, (_, at) => view.getInt16(44 + 2 * at, true));
  expect(Math.max(...levels)).toBeGreaterThan(15_500);
  expect(Math.max(...levels)).toBeLessThan(17_500);
  const crossings = levels.filter((level, at) => at > 0 && level < 0 !== levels[at - 1]! < 0);
  // 440 Hz for three quarters of a second.
  expect(crossings.length).toBeGreaterThan(655);
  expect(crossings.length).toBeLessThan(665);
});

test('a pause ends when the connection is back, in time, or when the page is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const leaving = new AbortController();
    const online = pauseUntilOnline(60_000, leaving.signal);
    window.dispatchEvent(new Event('online'));
    await online;
    const timed = pauseUntilOnline(60_000, leaving.signal);
    vi.advanceTimersByTime(60_000);
    await timed;
    const left = pauseUntilOnline(60_000, leaving.signal);
    leaving.abort('left');
    await expect(left).rejects.toBe('left');
    await expect(pauseUntilOnline(60_000, leaving.signal)).rejects.toBe('left');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
