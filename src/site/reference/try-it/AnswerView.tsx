import { formatCount } from '#lib/format.ts';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import type { Answer } from './read-answer.ts';
import type { RequestState } from './use-request.ts';

const headingOf = ({ status, milliseconds }: Answer) =>
  `Status ${status}, after ${formatCount(milliseconds)} ms`;

function Content({ answer }: { answer: Answer }) {
  if (answer.kind === 'file')
    return (
      <DownloadButton load={async () => answer.file} fileName={answer.fileName} size="small">
        Save the file
      </DownloadButton>
    );
  if (answer.text === '') return <p className="text-sm text-quiet">No body.</p>;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
      tabIndex={0}
      className="max-h-96 overflow-auto border border-line surface-sunken p-3 font-mono text-xs leading-5"
    >
      {answer.text}
    </pre>
  );
}

/** Status, time, headers and body of the answer. */
export function AnswerView({ state }: { state: RequestState }) {
  const answer = 'answer' in state ? state.answer : undefined;
  return (
    <div className="grid gap-3 empty:hidden">
      <p role="status" className="font-medium empty:hidden">
        {state.status === 'failed' && 'No response arrived. Check your connection, then try again.'}
        {answer && headingOf(answer)}
      </p>
      {answer && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-xs">
          {answer.headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="font-mono wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer && <Content answer={answer} />}
    </div>
  );
}
