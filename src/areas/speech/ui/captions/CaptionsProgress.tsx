import { useEffect, useState } from 'react';
import { formatClock } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { formatSeconds } from '../speech-format.ts';
import type { CaptionsState } from './captions-run.ts';

/** Less is the usual delay. */
const delaySecondsMin = 10;

function MicrophoneTimer() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - startedMs) / 1000), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" className="flex items-center gap-2 font-mono text-sm">
      <span aria-hidden="true" className="size-2.5 animate-breathe rounded-full bg-danger" />
      {formatClock(seconds)}
    </span>
  );
}

const statusTexts = {
  listening: 'Listening.',
  finishing: 'The microphone is off. The rest is being transcribed.',
};
const troubleTexts = {
  offline: {
    title: 'No connection',
    text: 'Your words wait on this page, and are sent in order when the connection is back.',
  },
  busy: {
    title: 'The service is busy',
    text: 'Your words wait on this page, and are sent in order as soon as possible.',
  },
};

type CaptionsProgressProps = {
  state: CaptionsState & { phase: 'listening' | 'finishing' };
};

/** Whether the microphone is on, and how far the text is behind. */
export function CaptionsProgress({ state }: CaptionsProgressProps) {
  const { phase, trouble, waitingSeconds, problem } = state;
  const isBehind = trouble !== null || waitingSeconds >= delaySecondsMin;
  return (
    <>
      {problem && <Banner tone="warning">{problem}</Banner>}
      {trouble && (
        <Banner tone="warning" title={troubleTexts[trouble].title}>
          {troubleTexts[trouble].text}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {phase === 'listening' ? <MicrophoneTimer /> : <Spinner />}
        <p role="status" className="min-w-0 grow basis-48">
          {statusTexts[phase]}
        </p>
        {isBehind && (
          <p className="text-sm text-quiet">
            The text is {formatSeconds(Math.round(waitingSeconds))} behind.
          </p>
        )}
      </div>
    </>
  );
}
