import { Search } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextField } from '#ui/TextField.tsx';
import { sayCountry } from '../customs-words.ts';
import { useHsCodes } from '../queries.ts';
import { useDebounced } from '../use-debounced.ts';

export type FoundCode = { code: string; description: string };

type ResultsProps = { search: string; country: string; onChoose: (found: FoundCode) => void };

const searchMs = 250;

function Results({ search, country, onChoose }: ResultsProps) {
  const words = useDebounced(search.trim(), searchMs);
  const found = useHsCodes(words, country);
  if (words.length < 2)
    return (
      <p className="text-sm text-quiet">
        Type what it is, such as "cotton shirt", or the first digits of a code.
      </p>
    );
  if (found.isError)
    return (
      <LoadError
        message={messageOf(found.error)}
        onRetry={() => found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  if (!found.data) return <Skeleton className="h-12 w-full" linesCount={4} />;
  const { results, count } = found.data;
  return (
    <>
      <p role="status" className="text-sm text-quiet">
        {count === 0
          ? 'No code matches. Try another word, or type the code of your broker into the field.'
          : `${count} ${count === 1 ? 'code' : 'codes'}${count > results.length ? `, the first ${results.length} are shown` : ''}`}
      </p>
      <ul className="mt-2 border-t border-line">
        {results.map((one) => (
          <li key={one.code} className="border-b border-line">
            <button
              type="button"
              onClick={() => onChoose(one)}
              className="grid w-full gap-x-4 px-2 py-2.5 text-left hover:bg-text/4 sm:grid-cols-[6rem_1fr_auto]"
            >
              <span className="font-mono text-sm">{one.code}</span>
              <span className="min-w-0 text-sm">{one.description}</span>
              <span className="text-sm text-quiet">
                {one.duty === null ? 'Duty not known' : `Duty ${one.duty}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type HsSearchProps = { country: string; start: string; onChoose: (found: FoundCode) => void };

/** Finds a tariff code by what the goods are, with the duty of the destination beside it. */
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
          ? `With the duty in ${sayCountry(country)} where it is known.`
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
        />
      </div>
    </Dialog>
  );
}
