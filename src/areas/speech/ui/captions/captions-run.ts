// Live captions from the microphone to the stored transcript. Parts are sent one after the other;
// without a connection they wait here.
import { errorMessage } from '#lib/call-error.ts';
import { captionsIdleMinutes, captionsPartsMax } from '../../wire/captions.constants.ts';
import type { CaptionsWire, SegmentWire } from '../../wire/index.ts';
import * as calls from './captions-calls.ts';
import { encodePart } from './encode-part.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { createPartCutter, type PartCutter, type SpeechPart } from './part-cutter.ts';
import { createPartQueue } from './part-queue.ts';
import { type Pause, pauseUntilOnline, type Trouble, untilAnswered } from './until-answered.ts';

export type CaptionsState = {
  /** `finishing`: the microphone is off, and parts may still wait. */
  phase: 'listening' | 'finishing' | 'done' | 'failed';
  segments: readonly SegmentWire[];
  trouble: Trouble | null;
  /** Of speech without text. */
  waitingSeconds: number;
  /** Why the microphone was switched off, or why the captions failed. */
  problem: string | null;
  captions: CaptionsWire | null;
};
export type CaptionsRun = {
  stop: () => void;
  /** For a page that is left: the text so far is stored. */
  leave: () => void;
};
type Listener = { onChange: (state: CaptionsState) => void; pause?: Pause };

const listeningState: CaptionsState = {
  phase: 'listening',
  segments: [],
  trouble: null,
  waitingSeconds: 0,
  problem: null,
  captions: null,
};
const waitingSecondsMax = 600;
/** Before the server finishes captions without a part. */
const silentSecondsMax = (captionsIdleMinutes - 5) * 60;

const reasons = {
  lost: 'The microphone was disconnected. The text until then is saved.',
  waiting: 'Too much speech waits to be sent, so the microphone was switched off.',
  silent: `Nothing was said for ${captionsIdleMinutes - 5} minutes, so the microphone was switched off.`,
  full: 'These captions are as long as captions can be. Start new ones to go on.',
};

/** Throws when the microphone cannot be used. */
export async function startCaptions(
  body: calls.CaptionsBody,
  { onChange, pause = pauseUntilOnline }: Listener,
): Promise<CaptionsRun> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const queue = createPartQueue();
  let state = listeningState;
  const change = (part: Partial<CaptionsState>) => {
    if (signal.aborted) return;
    state = { ...state, ...part, waitingSeconds: queue.waitingSeconds };
    onChange(state);
  };
  const repeat = <T>(act: () => Promise<T>) =>
    untilAnswered(act, { signal, pause, onTrouble: (trouble) => change({ trouble }) });

  const listening = await listen(queue, {
    onPart: () => change({}),
    onEnd: (problem) => change({ phase: 'finishing', ...(problem && { problem }) }),
  });
  change({});

  async function transcribeParts(id: string): Promise<void> {
    for (let part = await queue.first(); part; part = await queue.first()) {
      const waiting = part;
      const { segments } = await repeat(() => calls.sendPart(id, waiting, signal));
      queue.drop();
      change({ segments: [...state.segments, ...segments] });
    }
  }

  async function work(): Promise<void> {
    const idempotencyKey = crypto.randomUUID();
    const captions = await repeat(() => calls.createCaptions(body, { signal, idempotencyKey }));
    change({ captions });
    try {
      await transcribeParts(captions.id);
    } catch (error) {
      // What was transcribed before is stored all the same.
      listening.end();
      change({ problem: errorMessage(error) });
    }
    if (signal.aborted) return;
    const finished = await repeat(() => calls.finishCaptions(captions.id, signal));
    change({ phase: 'done', captions: finished });
  }

  work().catch((error: unknown) => {
    listening.end();
    change({ phase: 'failed', problem: errorMessage(error) });
  });
  return {
    stop: () => listening.end(),
    leave() {
      leaving.abort();
      listening.end();
      const { captions, phase } = state;
      // If this is lost too, the server finishes them later.
      if (captions && phase !== 'done') calls.finishCaptions(captions.id).catch(() => undefined);
    },
  };
}

type Events = { onPart: () => void; onEnd: (problem?: string) => void };

/** Fills the queue from the microphone until `end`. */
async function listen(queue: ReturnType<typeof createPartQueue>, { onPart, onEnd }: Events) {
  let cutter: PartCutter | undefined;
  let microphone: Microphone | undefined;
  let rate = 0;
  let heardSeconds = 0;
  let speechSeconds = 0;
  let count = 0;
  let isOver = false;

  function add(parts: readonly SpeechPart[]): void {
    for (const { samples, startSeconds } of parts) {
      const seconds = samples.length / rate;
      speechSeconds = startSeconds + seconds;
      count += 1;
      queue.add({ startSeconds, seconds, audio: encodePart(samples, rate) });
    }
    if (parts.length > 0) onPart();
  }

  function end(problem?: string): void {
    if (isOver) return;
    isOver = true;
    microphone?.close();
    add(cutter?.end() ?? []);
    queue.end();
    onEnd(problem);
  }

  const onSamples = (samples: Float32Array, sampleRate: number) => {
    if (isOver) return;
    rate = sampleRate;
    cutter ??= createPartCutter(sampleRate);
    add(cutter.push(samples));
    heardSeconds += samples.length / sampleRate;
    if (count >= captionsPartsMax - 1) end(reasons.full);
    else if (queue.waitingSeconds > waitingSecondsMax) end(reasons.waiting);
    else if (heardSeconds - speechSeconds > silentSecondsMax) end(reasons.silent);
  };
  microphone = await openMicrophone({ onSamples, onLost: () => end(reasons.lost) });
  return { end };
}
