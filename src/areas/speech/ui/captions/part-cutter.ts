// Cuts speech from a microphone into parts at pauses, by its loudness. Silence is left out.

export type SpeechPart = { startSeconds: number; samples: Float32Array<ArrayBuffer> };
export type PartCutter = {
  /** Returns the parts that are complete with these samples. */
  push(samples: Float32Array): SpeechPart[];
  /** Returns the rest. */
  end(): SpeechPart[];
};

const frameSeconds = 0.02;
const toFrames = (seconds: number) => Math.round(seconds / frameSeconds);
const partFramesMax = toFrames(8);
/** A longer part is cut where it is quietest within its last seconds. */
const searchFrames = toFrames(2);
const pauseFrames = toFrames(0.5);
/** Before and after speech, because words begin and end quietly. */
const marginFrames = toFrames(0.3);
/** Less is a click. */
const speechFramesMin = toFrames(0.1);

type Frame = { samples: Float32Array; level: number; isSpeech: boolean };

/** Samples are between -1 and 1. */
export function createPartCutter(sampleRate: number): PartCutter {
  const frameLength = Math.round(sampleRate * frameSeconds);
  const isSpeech = createSpeechDetector();
  /** Of the next frame. */
  let rest = new Float32Array(0);
  /** Not returned yet. Without speech only the margin before it. */
  let frames: Frame[] = [];
  let droppedCount = 0;
  /** Whether a part that was cut within speech goes on here. */
  let isContinued = false;

  function drop(count: number): Frame[] {
    const dropped = frames.slice(0, count);
    frames = frames.slice(count);
    droppedCount += dropped.length;
    return dropped;
  }

  function take(count: number): SpeechPart[] {
    const startSeconds = (droppedCount * frameLength) / sampleRate;
    const part = drop(count);
    const speechCount = part.filter((frame) => frame.isSpeech).length;
    const isClick = speechCount < speechFramesMin && !isContinued;
    isContinued = false;
    return isClick ? [] : [{ startSeconds, samples: joinFrames(part, frameLength) }];
  }

  function add(samples: Float32Array): SpeechPart[] {
    const level = computeLevel(samples);
    frames.push({ samples, level, isSpeech: isSpeech(level) });
    const last = frames.findLastIndex((frame) => frame.isSpeech);
    if (last < 0) {
      drop(Math.max(0, frames.length - marginFrames));
      return [];
    }
    if (frames.length - 1 - last >= pauseFrames) return take(last + 1 + marginFrames);
    if (frames.length < partFramesMax) return [];
    const parts = take(findQuietest(frames));
    isContinued = true;
    return parts;
  }

  return {
    push(samples) {
      const all = new Float32Array(rest.length + samples.length);
      all.set(rest);
      all.set(samples, rest.length);
      const parts: SpeechPart[] = [];
      let from = 0;
      for (; from + frameLength <= all.length; from += frameLength)
        parts.push(...add(all.slice(from, from + frameLength)));
      rest = all.slice(from);
      return parts;
    },
    end() {
      const hasSpeech = frames.some((frame) => frame.isSpeech);
      return hasSpeech ? take(frames.length) : [];
    },
  };
}

function computeLevel(samples: Float32Array): number {
  let squares = 0;
  for (const value of samples) squares += value * value;
  return Math.sqrt(squares / samples.length);
}

/** Below this level nothing counts as speech: -52 dB of full scale. */
const levelMin = 0.0025;
/** Speech stands out from the background by 8 dB. */
const aboveNoise = 2.5;
/** The quietest tenth of the last seconds is the background. */
const noiseShare = 0.1;
const noiseFrames = toFrames(5);

/**
 * Noise counts as speech until it has lasted some seconds: a part in vain costs less than a lost
 * word.
 */
function createSpeechDetector(): (level: number) => boolean {
  const recent = new Float32Array(noiseFrames);
  let next = 0;
  return (level) => {
    recent[next] = level;
    next = (next + 1) % noiseFrames;
    const noise = recent.toSorted()[Math.floor(noiseFrames * noiseShare)]!;
    return level > Math.max(levelMin, noise * aboveNoise);
  };
}

/** The number of frames before the quietest one of the last two seconds. */
function findQuietest(frames: readonly Frame[]): number {
  let quietest = frames.length - searchFrames;
  for (let at = quietest; at < frames.length; at++)
    if (frames[at]!.level < frames[quietest]!.level) quietest = at;
  return quietest;
}

function joinFrames(frames: readonly Frame[], frameLength: number): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(frames.length * frameLength);
  frames.forEach(({ samples }, at) => {
    joined.set(samples, at * frameLength);
  });
  return joined;
}
