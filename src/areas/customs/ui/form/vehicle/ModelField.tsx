import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { call } from '#client/api.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount, formatList, formatUtcDate } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import type { RuleSetWire } from '../../../wire/rule-sets/rule-sets.ts';
import {
  searchVehicleModels,
  type VehicleDatasetWire,
  type VehicleModelWire,
} from '../../../wire/vehicles/vehicles.ts';
import type { Values } from '../draft/conditions.ts';
import type { ValueChanges } from '../draft/use-draft.ts';
import { describeModel, fillFacts, listLabels, listReservations } from './model-facts.ts';

const searchMs = 250;
const lettersMin = 2;
const resultsMax = '50';
const loadedStaleMs = 600_000;
const key = ['customs', 'vehicle-models'];

type Datasets = readonly VehicleDatasetWire[];

/** Not counted for the plan. Undefined until it is known. */
function useDatasets(): Datasets | undefined {
  const { data } = useQuery({
    queryKey: [...key, 'loaded'],
    queryFn: ({ signal }) => call(searchVehicleModels, { query: { page_size: '1' } }, { signal }),
    staleTime: loadedStaleMs,
    retry: false,
  });
  return data && data.loaded.models > 0 ? data.loaded.datasets : undefined;
}

const useModels = (search: string, year: string) =>
  useQuery({
    queryKey: [...key, search, year],
    queryFn: ({ signal }) => {
      const query = { search, page_size: resultsMax, ...(year && { year }) };
      return call(searchVehicleModels, { query }, { signal });
    },
    enabled: search.length >= lettersMin,
    placeholderData: keepPreviousData,
  });

type ResultsProps = {
  search: string;
  year: string;
  onChoose: (model: VehicleModelWire) => void;
};

function Results({ search, year, onChoose }: ResultsProps) {
  const typed = useDebounced(search.trim(), searchMs);
  const wholeYear = useDebounced(/^\d{4}$/.test(year) ? year : '', searchMs);
  const found = useModels(typed, wholeYear);
  if (typed.length < lettersMin)
    return (
      <p role="status" className="text-sm text-quiet">
        Type the make and the model, such as "Toyota Corolla".
      </p>
    );
  if (found.isError)
    return (
      <LoadError
        message={errorMessage(found.error)}
        onRetry={() => found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  if (!found.data) return <Skeleton className="h-12 w-full" linesCount={4} />;
  const { results, count } = found.data;
  return (
    <>
      <p role="status" className="text-sm text-quiet">
        {formatFound(count, results.length, found.data.count_is_estimate)}
      </p>
      {count > 0 && <ModelList models={results} onChoose={onChoose} />}
    </>
  );
}

function formatFound(count: number, visibleCount: number, isEstimate = false): string {
  if (count === 0) return 'No model matches. Try fewer words, or fill in the form by the papers.';
  const found = `${isEstimate ? 'More than ' : ''}${formatCount(count, 'model')}`;
  return count > visibleCount
    ? `${found}, the first ${visibleCount} are shown. Add a word or the year.`
    : found;
}

type ModelListProps = { models: readonly VehicleModelWire[]; onChoose: ResultsProps['onChoose'] };

const ModelList = ({ models, onChoose }: ModelListProps) => (
  <ul className="mt-2 border-t border-line">
    {models.map((model) => (
      <li key={JSON.stringify(model)} className="border-b border-line">
        <button
          type="button"
          onClick={() => onChoose(model)}
          className="grid w-full min-w-0 px-2 py-2.5 text-left text-sm hover:bg-text/4"
        >
          <span className="font-medium wrap-anywhere">
            {model.make} {model.model}
          </span>
          <span className="text-quiet wrap-anywhere">{describeModel(model)}</span>
        </button>
      </li>
    ))}
  </ul>
);

/** The licences ask for it, and the figures are as old as their files. */
const Sources = ({ datasets }: { datasets: Datasets }) => (
  <div className="mt-4 grid gap-1 text-sm text-quiet">
    {datasets.map(({ source, file_date, title, publisher, licence, url }) => (
      <p key={`${source} ${file_date} ${title}`} className="wrap-anywhere">
        <a href={url} className="link" target="_blank" rel="noreferrer">
          {title}
        </a>
        , {publisher}, file of {formatUtcDate(file_date)}. {licence}.
      </p>
    ))}
  </div>
);

type ModelFieldProps = {
  values: Values;
  rules: RuleSetWire;
  onChange: (changes: ValueChanges) => void;
};

type Filled = { model: VehicleModelWire; changes: ValueChanges };

function FilledNote({ filled: { model, changes } }: { filled: Filled }) {
  return (
    <div role="status" className="mt-2 grid gap-1 text-sm">
      <p className="text-quiet">
        Filled in: {formatList(listLabels(changes))}. Compare with the papers of the vehicle.
      </p>
      {listReservations(model, changes).map((text) => (
        <p key={text} className="text-warning-text">
          {text}
        </p>
      ))}
    </div>
  );
}

function Finder({ datasets, ...props }: ModelFieldProps & { datasets: Datasets }) {
  const { values, rules, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [year, setYear] = useState('');
  const [filled, setFilled] = useState<Filled | null>(null);

  function changeOpen(isNowOpen: boolean) {
    if (isNowOpen) setSearch([values.make, values.model].filter(Boolean).join(' ').slice(0, 100));
    setOpen(isNowOpen);
  }
  function choose(model: VehicleModelWire) {
    const changes = fillFacts(model, rules, values, filled?.changes ?? {});
    onChange(changes);
    setFilled({ model, changes });
    setOpen(false);
  }

  return (
    <div>
      <Dialog
        isOpen={isOpen}
        onOpenChange={changeOpen}
        size="large"
        title="Find make and model"
        description="Fills in what the data set says. You can change all of it."
        trigger={<Button icon={<Search size={16} aria-hidden />}>Find make and model</Button>}
      >
        <div className="mb-4 grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextField
            type="search"
            label="Make and model"
            value={search}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
          <TextField
            label="Year"
            inputMode="numeric"
            value={year}
            maxLength={4}
            autoComplete="off"
            onChange={({ target }) => setYear(target.value.replaceAll(/\D/g, ''))}
          />
        </div>
        <div className="min-h-60">
          <Results search={search} year={year} onChoose={choose} />
        </div>
        <Sources datasets={datasets} />
      </Dialog>
      {filled && values.model === filled.changes.model && <FilledNote filled={filled} />}
    </div>
  );
}

/** Suggests the facts of a vehicle by its make and model, if the operator has imported any. */
export function ModelField(props: ModelFieldProps) {
  const datasets = useDatasets();
  return datasets ? <Finder {...props} datasets={datasets} /> : null;
}
