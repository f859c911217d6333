import { useEffect, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { type Answer, callLive } from './call-answer.ts';

type Outcome = Answer | 'failed' | undefined;

const size = (bytes: number) =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;

/** The press that asked for it is the reader's leave to make a noise. */
function Sound({ sound }: { sound: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(sound);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [sound]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the words stand beside the call.
    <audio controls autoPlay src={url} className="mt-3 w-full max-w-md" />
  );
}

function AnswerView({ outcome }: { outcome: Exclude<Outcome, undefined> }) {
  if (outcome === 'failed')
    return (
      <p className="text-sm">No answer came. Check your connection, then make the call again.</p>
    );
  const { status, timeMs, bytes, content } = outcome;
  return (
    <>
      <p className="text-sm">
        <strong className="font-semibold text-success">{status}</strong>
        <span className="text-quiet tabular-nums">
          {' '}
          after {timeMs} ms, {size(bytes)}
        </span>
      </p>
      {'sound' in content ? (
        <Sound sound={content.sound} />
      ) : (
        <pre className="mt-3 text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {content.excerpt}
        </pre>
      )}
    </>
  );
}

type LiveCallProps = { path: string; action: string; text: string };

function LiveCall({ path, action, text }: LiveCallProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);

  async function call() {
    setIsBusy(true);
    setOutcome(await callLive(path).catch(() => 'failed' as const));
    setIsBusy(false);
  }

  return (
    <div className="border-t border-line py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <code className="font-medium wrap-anywhere">
            <span className="text-quiet">GET</span> {path}
          </code>
          <p className="mt-1 text-sm text-quiet">{text}</p>
        </div>
        <Button onClick={call} isBusy={isBusy} busyLabel="Asking...">
          {action}
        </Button>
      </div>
      <div role="status" className={outcome && 'mt-4 p-4 surface-sunken'}>
        {outcome && <AnswerView outcome={outcome} />}
      </div>
    </div>
  );
}

type LiveCallsProps = { calls: readonly LiveCallProps[] };

/** Proof on the spot: calls to our own API, with the answers as they come. */
export const LiveCalls = ({ calls }: LiveCallsProps) => (
  <div className="border-b border-line">
    {calls.map((call) => (
      <LiveCall key={call.path} {...call} />
    ))}
  </div>
);
