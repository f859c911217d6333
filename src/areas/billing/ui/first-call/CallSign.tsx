import { formatCount } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { CallPath } from '../usage/CallPath.tsx';
import { useFirstCall } from './queries.ts';

type CallSignProps = { keyId: string | undefined; hasCalled: boolean };

/** Waits for the first call with the key, and then says what it was and how it was answered. */
export function CallSign({ keyId, hasCalled }: CallSignProps) {
  const call = useFirstCall(keyId, hasCalled);
  if (!hasCalled)
    return (
      <div role="status" className="flex items-center gap-3 text-sm">
        <Spinner /> Waiting for your call...
      </div>
    );
  const isRefused = call !== undefined && call.status_code >= 400;
  return (
    <Banner
      tone={isRefused ? 'warning' : 'success'}
      title={isRefused ? 'Your first call arrived and was refused' : 'Your first call arrived'}
    >
      {call && (
        <>
          <CallPath method={call.method} path={call.endpoint} />: status {call.status_code},
          answered in {formatCount(call.response_time_ms)} ms
        </>
      )}
    </Banner>
  );
}
