// Voice activity detection. Engines invent words for silence and noise, so they get speech only.

export type TimeSpan = { start: number; end: number };

const frameSeconds = 0.02;
/** Below this level nothing counts as speech: -52 dB of full scale. */
const levelMin = 82;
/** Speech stands out from the background by 8 dB. */
const aboveNoise = 2.5;
/** The quietest tenth of the frames is the background. */
const noiseShare = 0.1;
/** Voiced speech crosses zero less often than hiss: crossings in a second at most. */
const crossingsMax = 3500;
const speechSecondsMin = 0.1;
const gapSecondsMax = 0.6;
const marginSeconds = 0.2;

type Frame = { level: number; crossings: number };

/**
 * Spans of speech in seconds, in order, by loudness above the background and by zero crossings;
 * pauses below 0.6 s stay within a span. Nothing for silence, hum below -52 dB, or steady noise.
 */
export function findSpeech(samples: Int16Array, sampleRate: number): TimeSpan[] {
  const frames = readFrames(samples, Math.round(sampleRate * frameSeconds));
  const levels = frames.map(({ level }) => level).sort((a, b) => a - b);
  const noise = levels[Math.floor(levels.length * noiseShare)] ?? 0;
  // A clip of continuous speech has no background: the threshold is bounded by its loudest part.
  const loudest = levels[Math.floor(levels.length * 0.95)] ?? 0;
  const threshold = Math.max(levelMin, Math.min(noise * aboveNoise, loudest * 0.5));
  const isSteady = loudest < noise * aboveNoise;
  const crossingsInFrame = crossingsMax * frameSeconds;
  const isVoiced = ({ level, crossings }: Frame) =>
    level > threshold && crossings < crossingsInFrame;
  if (isSteady && !isModulated(levels)) return [];
  const total = samples.length / sampleRate;
  return joinFrames(frames.map(isVoiced))
    .filter(({ start, end }) => end - start >= speechSecondsMin)
    .map(({ start, end }) => ({
      start: Math.max(0, start - marginSeconds),
      end: Math.min(total, end + marginSeconds),
    }));
}

/** The level of speech varies with syllables; that of a tone or hiss stays within 3 dB. */
function isModulated(levels: readonly number[]): boolean {
  const low = levels[Math.floor(levels.length * 0.05)] ?? 0;
  const high = levels[Math.floor(levels.length * 0.95)] ?? 0;
  return high > low * 1.4;
}

function readFrames(samples: Int16Array, length: number): Frame[] {
  const frames: Frame[] = [];
  for (let from = 0; from + length <= samples.length; from += length) {
    let squares = 0;
    let crossings = 0;
    for (let at = from; at < from + length; at++) {
      const value = samples[at]!;
      squares += value * value;
      if (at > from && value < 0 !== samples[at - 1]! < 0) crossings++;
    }
    frames.push({ level: Math.sqrt(squares / length), crossings });
  }
  return frames;
}

function joinFrames(voiced: readonly boolean[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  voiced.forEach((isSpeech, at) => {
    if (!isSpeech) return;
    const start = at * frameSeconds;
    const last = spans.at(-1);
    if (last && start - last.end <= gapSecondsMax) last.end = start + frameSeconds;
    else spans.push({ start, end: start + frameSeconds });
  });
  return spans;
}
