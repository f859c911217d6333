import { CircleAlert, CircleCheck } from 'lucide-react';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount } from '#lib/format.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { RulesCheckWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import type { useRulesCheck } from './queries.ts';

type State = {
  check: ReturnType<typeof useRulesCheck>;
  isTyping: boolean;
  /** What is typed is no JSON: then nothing was sent. */
  textProblem: string | undefined;
};

const Result = ({ problems, examples }: RulesCheckWire) =>
  problems.length > 0 ? (
    <>
      <CircleAlert size={18} aria-hidden className="text-danger" />
      <span className="font-medium text-danger">{formatCount(problems.length, 'problem')}</span>
    </>
  ) : (
    <>
      <CircleCheck size={18} aria-hidden className="text-success" />
      {`Every check passes, with ${formatCount(examples.length, 'example')} to the cent`}
    </>
  );

function Status({ check: { data, isFetching }, isTyping, textProblem }: State) {
  const isBusy = isFetching || isTyping;
  if (textProblem && !isTyping)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-danger">
        <CircleAlert size={18} aria-hidden />
        {textProblem}
      </p>
    );
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 text-sm">
      {isBusy ? (
        <>
          <Spinner label="Checking" sizePx={18} /> Checking...
        </>
      ) : (
        data && <Result {...data} />
      )}
    </p>
  );
}

type RulesCheckProps = State & {
  /** Shows the part of the rules. */
  onOpen: (place: readonly string[]) => void;
};

/** What the server says of the rules as they are typed; each problem leads to its place. */
export function RulesCheck({ onOpen, ...state }: RulesCheckProps) {
  const { check, textProblem } = state;
  const { problems = [], warnings = [] } = (!textProblem && check.data) || {};
  if (check.isError)
    return <LoadError message={errorMessage(check.error)} onRetry={() => check.refetch()} />;
  return (
    <section aria-label="Checks" className="border border-line px-4 py-3">
      <Status {...state} />
      {problems.length > 0 && (
        <ul className="mt-2 grid max-h-60 gap-1 overflow-auto pl-6.5 text-sm">
          {problems.map(({ place, message }) => (
            <li key={`${place.join('.')} ${message}`} className="wrap-anywhere">
              <button
                type="button"
                onClick={() => onOpen(place)}
                className="py-0.5 text-left underline underline-offset-4"
              >
                {place.length > 0 && <code className="mr-1 text-xs">{place.join('.')}</code>}{' '}
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <p className="mt-2 pl-6.5 text-sm text-warning-text">{warnings.join('. ')}</p>
      )}
    </section>
  );
}
