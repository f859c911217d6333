import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { ActiveFilters } from './ActiveFilters.tsx';
import { AmountFilter } from './AmountFilter.tsx';
import { FilterFold } from './FilterFold.tsx';
import { FilterSearch } from './FilterSearch.tsx';
import { formatFilter, type RecordFilter, type RecordView } from './record-filters.ts';

type RecordFilterBarProps = {
  /** What is searched: "users". */
  what: string;
  filters: readonly RecordFilter[];
  view: RecordView;
};

type FilterFieldProps = {
  filter: RecordFilter;
  view: Pick<RecordView, 'filters' | 'change'>;
};

/** Of a choice, an amount or a day. */
function FilterField({ filter, view }: FilterFieldProps) {
  const { name, label } = filter;
  const current = (of: string) => view.filters[of] ?? '';
  const change = ({ target }: { target: { value: string } }) =>
    view.change({ [name]: target.value });
  if (filter.kind === 'choice')
    return (
      <SelectField
        label={label}
        options={filter.options}
        placeholder={filter.all ?? 'Any'}
        value={current(name)}
        onChange={change}
        className="w-[calc(50%-0.375rem)] sm:w-44"
      />
    );
  if (filter.kind === 'amount')
    return (
      <AmountFilter
        key={current(name)}
        label={label}
        value={current(name)}
        onChange={(text) => view.change({ [name]: text })}
      />
    );
  return (
    <TextField
      type="date"
      label={label}
      value={current(name)}
      onChange={change}
      {...(name === 'from'
        ? { max: current('to') || undefined }
        : { min: current('from') || undefined })}
      className="w-full sm:w-44"
    />
  );
}

export function RecordFilterBar({ what, filters, view }: RecordFilterBarProps) {
  const current = (name: string) => view.filters[name] ?? '';
  const search = filters.find(({ kind }) => kind === 'search');
  const fields = filters.filter(({ kind }) => kind !== 'search' && kind !== 'link');
  const visible = fields.map((filter) => (
    <FilterField key={filter.name} filter={filter} view={view} />
  ));
  return (
    <div className="grid gap-4 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-end gap-3">
        {search?.kind === 'search' && (
          <FilterSearch
            what={what}
            value={current(search.name)}
            placeholder={search.placeholder}
            onSearch={(words) => view.change({ [search.name]: words })}
          />
        )}
        {fields.length > 1 ? (
          <FilterFold activeCount={fields.filter(({ name }) => current(name) !== '').length}>
            {visible}
          </FilterFold>
        ) : (
          visible
        )}
      </div>
      <ActiveFilters
        active={view.active}
        formatFilter={(name) =>
          formatFilter(
            filters.find((filter) => filter.name === name),
            current(name),
          )
        }
        change={view.change}
        clear={view.clear}
      />
    </div>
  );
}
