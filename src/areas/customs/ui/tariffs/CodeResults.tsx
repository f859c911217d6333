import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useHsCodes } from '../queries.ts';
import { codePath, formatLoaded } from './tariff.labels.ts';

type CodeResultsProps = { search: string; country: string };

/** What a search finds, each with the codes above it and its duty. */
export function CodeResults({ search, country }: CodeResultsProps) {
  const found = useHsCodes(search, country);
  if (found.isError)
    return (
      <LoadError
        message={errorMessage(found.error)}
        onRetry={() => found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  if (!found.data) return <Skeleton className="h-12 w-full" linesCount={5} />;
  const { results, count, count_is_estimate: isEstimate, loaded } = found.data;
  return (
    <>
      <p role="status" className="text-sm text-quiet">
        {count === 0
          ? `No code matches. Searched: ${formatLoaded(loaded)}.`
          : `${isEstimate ? 'More than ' : ''}${count} of ${formatLoaded(loaded)}.`}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {results.map(({ code, description, path, duty }) => (
          <li key={code}>
            <Link
              to={codePath(code, country)}
              className="grid gap-x-4 px-2 py-2.5 text-sm hover:bg-text/4 sm:grid-cols-[7rem_1fr_auto]"
            >
              <span className="font-mono">{code}</span>
              <span className="min-w-0 wrap-anywhere">
                {path.length > 0 && <span className="block text-quiet">{path.join(' › ')}</span>}
                <span>{description}</span>
              </span>
              {country && (
                <span className="text-quiet">{duty === null ? 'Duty not known' : duty}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
