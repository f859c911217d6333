import { ActiveFilters } from '#ui/records/ActiveFilters.tsx';
import { FilterSearch } from '#ui/records/FilterSearch.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { transactionTypeLabels, transactionTypes } from '../transaction-types.ts';
import { directionLabels, sayFilter, type useTransactionFilters } from './transaction-filters.ts';

type FilterBarProps = Pick<
  ReturnType<typeof useTransactionFilters>,
  'filters' | 'active' | 'change' | 'clear'
> & { currencies: readonly string[] };

const typeOptions = transactionTypes.map((value) => ({
  value,
  label: transactionTypeLabels[value],
}));
const directionOptions = Object.entries(directionLabels).map(([value, label]) => ({
  value,
  label,
}));

export function TransactionFilterBar(props: FilterBarProps) {
  const { filters, change, currencies } = props;
  const select = (name: 'type' | 'direction' | 'currency') => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    placeholder: 'All',
    className: 'flex-1 basis-32',
  });
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    className: 'flex-1 basis-44',
  });
  return (
    <div className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-end gap-3">
        <FilterSearch
          value={filters.search}
          onSearch={(search) => change({ search })}
          what="transactions"
          placeholder="Description or reference"
        />
        <SelectField label="Type" options={typeOptions} {...select('type')} />
        <SelectField label="Direction" options={directionOptions} {...select('direction')} />
        {(currencies.length > 1 || filters.currency) && (
          <SelectField
            label="Currency"
            options={[...new Set([...currencies, filters.currency])]
              .filter(Boolean)
              .map((code) => ({ value: code, label: code }))}
            {...select('currency')}
          />
        )}
        <TextField label="From" {...day('from')} max={filters.to || undefined} />
        <TextField label="Until" {...day('to')} min={filters.from || undefined} />
      </div>
      <ActiveFilters {...props} say={(name) => sayFilter(name, filters[name])} />
    </div>
  );
}
