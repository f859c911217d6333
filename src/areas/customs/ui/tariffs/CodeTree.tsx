import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { TreeCodeWire } from '../../wire/tariffs/tariffs.ts';
import { codesPageSize, useTariffCodes } from './queries.ts';
import { codePath } from './tariff.labels.ts';

type BranchProps = { country: string; parent: string };

const formatName = ({ code, description }: TreeCodeWire) =>
  description ?? (code.length === 2 ? `Chapter ${code}` : 'Without words of its own');

function Branch({ row, country }: { row: TreeCodeWire; country: string }) {
  const [isOpen, setOpen] = useState(false);
  const { code, has_children: hasChildren } = row;
  const name = formatName(row);
  if (!hasChildren)
    return (
      <Link
        to={codePath(code, country)}
        className="flex gap-3 py-2 pl-7 text-sm underline-offset-4 hover:underline"
      >
        <span className="w-24 shrink-0 font-mono">{code}</span>
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </Link>
    );
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full gap-3 py-2 text-left text-sm hover:bg-text/4"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={isOpen ? 'mt-0.5 shrink-0 rotate-90' : 'mt-0.5 shrink-0'}
        />
        <span className="w-24 shrink-0 font-mono">{code}</span>
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </button>
      {isOpen && (
        <div className="ml-2 border-l border-line pl-2 sm:pl-4">
          <CodeTree country={country} parent={code} />
        </div>
      )}
    </>
  );
}

/** The codes below one, each of which opens in its place; without a parent the chapters. */
export function CodeTree({ country, parent }: BranchProps) {
  const [page, setPage] = useState(1);
  const below = useTariffCodes(country, parent, page);
  if (below.isError)
    return (
      <LoadError
        message={errorMessage(below.error)}
        onRetry={() => below.refetch()}
        isRetrying={below.isFetching}
      />
    );
  if (!below.data) return <Skeleton className="my-2 h-6 w-full" linesCount={parent ? 3 : 8} />;
  const { results, count } = below.data;
  if (count === 0) return <EmptyState title="No codes here" />;
  return (
    <>
      <ul className="divide-y divide-line">
        {results.map((row) => (
          <li key={row.code}>
            <Branch row={row} country={country} />
          </li>
        ))}
      </ul>
      {count > codesPageSize && (
        <div className="py-3">
          <Pagination
            page={page}
            pageSize={codesPageSize}
            rowsCount={count}
            onPageChange={setPage}
          />
        </div>
      )}
    </>
  );
}
