import { useEffect, useState } from 'react';
import { formatBytes } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { callLive, type LiveResponse } from './live-call.ts';

type LiveCallResult = LiveResponse | 'failed' | undefined;

/** Plays at once: the reader's press on the button is the consent to it. */
function Sound({ sound }: { sound: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(sound);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [sound]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the text is next to the call.
    <audio controls autoPlay src={url} className="mt-3 w-full max-w-md" />
  );
}

function ResponseView({ outcome }: { outcome: Exclude<LiveCallResult, undefined> }) {
  if (outcome === 'failed')
    return <p className="text-sm">There was no response. Check your connection, then try again.</p>;
  const { status, timeMs, bytes, content } = outcome;
  return (
    <>
      <p className="text-sm">
        <strong className="font-semibold text-success">{status}</strong>
        <span className="text-quiet tabular-nums">
          {' '}
          after {timeMs} ms, {formatBytes(bytes)}
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
  const [outcome, setOutcome] = useState<LiveCallResult>();
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
        <Button onClick={call} isBusy={isBusy} busyLabel="Calling...">
          {action}
        </Button>
      </div>
      <div role="status" className={outcome && 'mt-4 p-4 surface-sunken'}>
        {outcome && <ResponseView outcome={outcome} />}
      </div>
    </div>
  );
}

type LiveCallsProps = { calls: readonly LiveCallProps[] };

/** Live calls to our own API, with their responses. */
export const LiveCalls = ({ calls }: LiveCallsProps) => (
  <div className="border-b border-line">
    {calls.map((call) => (
      <LiveCall key={call.path} {...call} />
    ))}
  </div>
);
