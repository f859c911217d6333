import { Search, X } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Button } from '#ui/Button.tsx';
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

function SearchField({ filters, change }: Pick<FilterBarProps, 'filters' | 'change'>) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
  }

  return (
    <search className="flex-1 basis-56">
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          key={filters.search}
          type="search"
          name="search"
          label="Search"
          placeholder="Description or reference"
          defaultValue={filters.search}
          maxLength={200}
          className="flex-1"
        />
        <Button type="submit" isIconOnly icon={<Search size={18} aria-hidden />}>
          Search transactions
        </Button>
      </form>
    </search>
  );
}

function ActiveFilters({ filters, active, change, clear }: FilterBarProps) {
  if (active.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <Button
          key={name}
          size="small"
          aria-label={`Remove filter: ${sayFilter(name, filters[name])}`}
          onClick={() => change({ [name]: '' })}
        >
          {sayFilter(name, filters[name])}
          <X size={14} aria-hidden />
        </Button>
      ))}
      <Button size="small" variant="quiet" onClick={clear}>
        Clear filters
      </Button>
    </div>
  );
}

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
    className: 'flex-1 basis-36',
  });
  return (
    <div className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-end gap-3">
        <SearchField filters={filters} change={change} />
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
      <ActiveFilters {...props} />
    </div>
  );
}
