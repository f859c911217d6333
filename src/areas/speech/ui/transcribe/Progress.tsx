import { useEffect, useState } from 'react';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { Spinner } from '#ui/Spinner.tsx';
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

type ProgressProps = { stage: RunningStage; isKept: boolean; onCancel: () => void };

/** The stage of a transcription, its duration, and the consequences of leaving the page. */
export const Progress = ({ stage, isKept, onCancel }: ProgressProps) => (
  <div className="grid gap-4">
    {stage.kind === 'sending' ? (
      <ProgressBar label="Sending the recording" value={stage.share} max={1} />
    ) : (
      <p role="status" className="flex items-center gap-3">
        <Spinner /> Transcribing...
      </p>
    )}
    <Elapsed />
    <p className="text-sm text-quiet">
      {isKept
        ? 'You can go to other pages: the transcript is saved when it is ready. Closing or reloading this tab may stop it.'
        : 'If you leave this page, the result is lost.'}{' '}
      Cancelling is free until the transcription begins.
    </p>
    <Button onClick={onCancel} className="justify-self-start">
      Cancel
    </Button>
  </div>
);
