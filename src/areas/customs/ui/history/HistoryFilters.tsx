import { SelectField } from '#ui/fields/SelectField.tsx';
import { FilterSearch } from '#ui/records/FilterSearch.tsx';
import { countryOptions } from '../countries.ts';
import { useRuleSets } from '../queries.ts';
import type { HistoryView } from './use-history-view.ts';

const kinds = [
  { value: 'vehicle', label: 'Vehicles' },
  { value: 'goods', label: 'Goods' },
];

type HistoryFiltersProps = {
  view: HistoryView;
  /** There are no calculations to filter. */
  hasOnlyKind: boolean;
};

export function HistoryFilters({ view, hasOnlyKind }: HistoryFiltersProps) {
  const sets = useRuleSets(view.kind, '').data ?? [];
  const countries = sets.flatMap((set) => set.countries).concat(view.country || []);

  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4">
      <SelectField
        label="Kind"
        options={kinds}
        value={view.kind}
        onChange={({ target }) => view.changeKind(target.value === 'goods' ? 'goods' : 'vehicle')}
        className="flex-1 basis-32 sm:flex-none"
      />
      {!hasOnlyKind && (
        <>
          <SelectField
            label="Destination"
            placeholder="Any"
            options={countryOptions(countries)}
            value={view.country}
            onChange={({ target }) => view.change({ country: target.value })}
            className="flex-1 basis-40"
          />
          <FilterSearch
            what="calculations"
            value={view.search}
            placeholder="Title, notes, goods, make"
            onSearch={(search) => view.change({ search })}
          />
        </>
      )}
    </div>
  );
}
