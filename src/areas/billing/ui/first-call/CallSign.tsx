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
  if (!call)
    return (
      <Banner tone="info" title="Your first call arrived">
        How it was answered is listed here a few seconds later. Calls that are refused before they
        are counted, as those beyond the scopes of a key, are not listed.
      </Banner>
    );
  const isRefused = call.status_code >= 400;
  return (
    <Banner
      tone={isRefused ? 'warning' : 'success'}
      title={isRefused ? 'Your first call arrived and was refused' : 'Your first call arrived'}
    >
      <CallPath method={call.method} path={call.endpoint} />: status {call.status_code}, answered in{' '}
      {formatCount(call.response_time_ms)} ms
    </Banner>
  );
}
