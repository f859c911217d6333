import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatCountry } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useHsCodes } from '../../queries.ts';
import { formatLoaded } from '../../tariffs/tariff.labels.ts';
import { CodeList, type CodeRow } from '../fields/CodeList.tsx';

export type FoundCode = { code: string; description: string };

type ResultsProps = {
  search: string;
  country: string;
  onChoose: (found: FoundCode) => void;
  onNarrow: (code: string) => void;
};

const searchMs = 250;
const lettersMin = 2;
const digitsMax = 10;

function Results({ search, country, onChoose, onNarrow }: ResultsProps) {
  const typed = useDebounced(search.trim(), searchMs);
  const query = typed.length < lettersMin ? '' : typed;
  const found = useHsCodes(query, country);
  if (found.isError)
    return (
      <LoadError
        message={errorMessage(found.error)}
        onRetry={() => found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  if (!found.data) return <Skeleton className="h-12 w-full" linesCount={4} />;
  const { results, count, loaded } = found.data;
  const isElsewhere = country !== '' && !loaded.is_of_destination && !loaded.is_starter;
  const choose = (row: CodeRow) => {
    if (row.is_declarable) onChoose(shorten(row, isElsewhere ? 6 : digitsMax));
    else onNarrow(row.code);
  };
  return (
    <>
      <p role="status" className="text-sm text-quiet">
        {query === '' ? formatSavedHint(count) : formatFound(count, results.length)}
      </p>
      {count > 0 && <CodeList rows={results} onChoose={choose} />}
      <p className="mt-3 text-sm text-quiet">
        Searched: {formatLoaded(loaded)}.{' '}
        {isElsewhere && 'They are of another place: the first six digits are taken. '}
        <Link to={tariffPath(query, country)} className="link">
          Open the tariff
        </Link>
      </p>
    </>
  );
}

/** As long as a calculation takes it; the first six digits are the same in all countries. */
const shorten = ({ code, description }: FoundCode, digits: number): FoundCode => ({
  code: code.slice(0, digits),
  description,
});

const tariffPath = (search: string, country: string) =>
  `/dashboard/customs/tariff?${new URLSearchParams({ search, country })}`;

const formatFound = (count: number, visibleCount: number) =>
  count === 0
    ? 'No code matches. Try another word, or type the code of your broker into the field.'
    : `${count} ${count === 1 ? 'code' : 'codes'}${count > visibleCount ? `, the first ${visibleCount} are shown` : ''}`;

const formatSavedHint = (count: number) =>
  `Type what it is, such as "cotton shirt", or the first digits of a code.${count > 0 ? ' You saved:' : ''}`;

type HsSearchProps = { country: string; start: string; onChoose: (found: FoundCode) => void };

/** Searches tariff codes by description, with the duty of the destination. */
export function HsSearch({ country, start, onChoose }: HsSearchProps) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');

  function changeOpen(isNowOpen: boolean) {
    if (isNowOpen) setSearch(start);
    setOpen(isNowOpen);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={changeOpen}
      size="large"
      title="Find a tariff code"
      description={
        country
          ? `With the duty in ${formatCountry(country)} where it is known.`
          : 'Choose a destination first to see its duty here.'
      }
      trigger={<Button icon={<Search size={16} aria-hidden />}>Find</Button>}
    >
      <TextField
        type="search"
        label="Goods or code"
        value={search}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setSearch(target.value)}
        className="mb-4"
      />
      <div className="min-h-60">
        <Results
          search={search}
          country={country}
          onChoose={(found) => {
            onChoose(found);
            setOpen(false);
          }}
          onNarrow={setSearch}
        />
      </div>
    </Dialog>
  );
}
