import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatWait } from '#lib/format.ts';
import { Badge, type BadgeTone } from './Badge.tsx';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './dialogs/ConfirmDialog.tsx';
import { ProgressBar } from './ProgressBar.tsx';

/** An estimate from the pace since this was mounted; undefined until something was done. */
function useSecondsLeft(done: number, total: number): number | undefined {
  const start = useRef<{ atMs: number; done: number }>(null);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const nowMs = performance.now();
    start.current ??= { atMs: nowMs, done };
    const since = done - start.current.done;
    if (since > 0) setSeconds(((nowMs - start.current.atMs) / 1000 / since) * (total - done));
  }, [done, total]);
  return seconds;
}

type WorkProgress = {
  done: number;
  total: number;
  /** Of a number of either: `1,204 calculations`. */
  format: (count: number) => string;
};

type Cancel = {
  /** What is done already and what is not; without it there is nothing to ask. */
  question?: { title: string; description: string; confirmLabel: string };
  onCancel: () => unknown;
};

export type LongWorkProps = {
  /** What is done to what: "Calculating cars.csv". */
  label: string;
  /** Of the state; shown while there is no progress. */
  status: { label: string; tone: BadgeTone };
  /** While it runs. */
  progress?: WorkProgress | undefined;
  /** How it is going or how it ended: "248 of 250, 2 failed". */
  summary?: string | undefined;
  children?: ReactNode;
  /** While it can be stopped. */
  cancel?: Cancel | undefined;
};

function Running({ label, progress }: { label: string; progress: WorkProgress }) {
  const { done, total, format } = progress;
  const seconds = useSecondsLeft(done, total);
  const left = `${format(total - done)} left`;
  return (
    <>
      <ProgressBar
        label={label}
        isLabelHidden
        value={done}
        max={total}
        valueText={`${format(done)} of ${format(total)}`}
      />
      <p className="text-sm text-quiet tabular-nums">
        {`${format(done)} of ${format(total)}, ${left}`}
        {seconds !== undefined && `, about ${formatWait(seconds)}`}
      </p>
    </>
  );
}

function CancelButton({ question, onCancel }: Cancel) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => (question ? setConfirming(true) : onCancel())}>
        Cancel
      </Button>
      {question && (
        <ConfirmDialog
          {...question}
          isOpen={isConfirming}
          onOpenChange={setConfirming}
          busyLabel="Cancelling..."
          cancelLabel="Let it run"
          onConfirm={onCancel}
        />
      )}
    </>
  );
}

/** Long work: what is done, what is left, how it ended, and its cancellation. */
export function LongWork(props: LongWorkProps) {
  const { label, status, progress, summary, children, cancel } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-1">
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        {progress ? (
          <Running label={label} progress={progress} />
        ) : (
          <Badge tone={status.tone} className="justify-self-start">
            {status.label}
          </Badge>
        )}
        {summary && <p className="text-sm text-quiet tabular-nums">{summary}</p>}
        {children}
      </div>
      {cancel && <CancelButton {...cancel} />}
    </div>
  );
}
