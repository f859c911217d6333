import { formatCount } from '#lib/format.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import type { ReadableResponse } from './read-response.ts';
import type { RequestState } from './use-request.ts';

const formatHeading = ({ status, milliseconds }: ReadableResponse) =>
  `Status ${status}, after ${formatCount(milliseconds)} ms`;

function Content({ response }: { response: ReadableResponse }) {
  if (response.kind === 'file')
    return (
      <DownloadButton load={async () => response.file} fileName={response.fileName} size="small">
        Save the file
      </DownloadButton>
    );
  if (response.text === '') return <p className="text-sm text-quiet">No body.</p>;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
      tabIndex={0}
      className="max-h-96 overflow-auto border border-line surface-sunken p-3 font-mono text-xs leading-5"
    >
      {response.text}
    </pre>
  );
}

/** Status, time, headers and body of the response. */
export function ResponseView({ state }: { state: RequestState }) {
  const response = 'response' in state ? state.response : undefined;
  return (
    <div className="grid gap-3 empty:hidden">
      <p role="status" className="font-medium empty:hidden">
        {state.status === 'failed' && 'No response arrived. Check your connection, then try again.'}
        {response && formatHeading(response)}
      </p>
      {response && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-xs">
          {response.headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="font-mono wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {response && <Content response={response} />}
    </div>
  );
}
