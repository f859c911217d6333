import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { ActiveFilters } from './ActiveFilters.tsx';
import { AmountFilter } from './AmountFilter.tsx';
import { FilterSearch } from './FilterSearch.tsx';
import { formatFilter, type RecordFilter, type RecordView } from './record-filters.ts';

type RecordFilterBarProps = {
  /** What is searched: "users". */
  what: string;
  filters: readonly RecordFilter[];
  view: RecordView;
};

export function RecordFilterBar({ what, filters, view }: RecordFilterBarProps) {
  const current = (name: string) => view.filters[name] ?? '';
  return (
    <div className="grid gap-4 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-end gap-3">
        {filters.map((filter) => {
          const { name, label } = filter;
          if (filter.kind === 'link') return null;
          if (filter.kind === 'search')
            return (
              <FilterSearch
                key={name}
                what={what}
                value={current(name)}
                placeholder={filter.placeholder}
                onSearch={(words) => view.change({ [name]: words })}
              />
            );
          const change = ({ target }: { target: { value: string } }) =>
            view.change({ [name]: target.value });
          if (filter.kind === 'choice')
            return (
              <SelectField
                key={name}
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
                key={`${name} ${current(name)}`}
                label={label}
                value={current(name)}
                onChange={(text) => view.change({ [name]: text })}
              />
            );
          return (
            <TextField
              key={name}
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
        })}
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
