import { useEffect, useState } from 'react';
import { formatBytes, formatClock } from '#lib/format.ts';
import { LongWork } from '#ui/LongWork.tsx';
import type { RunningStage } from './use-transcription.ts';

/** Time since it was mounted. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - startedMs) / 1000), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className="text-sm text-quiet">
      Running for{' '}
      <span role="timer" className="font-mono">
        {formatClock(seconds)}
      </span>
    </p>
  );
}

type ProgressProps = { stage: RunningStage; isStored: boolean; onCancel: () => void };

/** The stage of a transcription, its duration, and the consequences of leaving the page. */
export const Progress = ({ stage, isStored, onCancel }: ProgressProps) => (
  <LongWork
    label="Sending the recording"
    status={{ label: 'Transcribing', tone: 'info' }}
    progress={
      stage.kind === 'sending'
        ? { done: stage.sentBytes, total: stage.totalBytes, format: formatBytes }
        : undefined
    }
    cancel={{ onCancel }}
  >
    <Elapsed />
    <p className="text-sm text-quiet">
      {isStored
        ? 'You can go to other pages: the transcript is saved when it is ready. Closing or reloading this tab may stop it.'
        : 'If you leave this page, the result is lost.'}{' '}
      Cancelling is free until the transcription begins.
    </p>
  </LongWork>
);
