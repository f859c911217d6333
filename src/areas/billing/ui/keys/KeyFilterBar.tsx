import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { keyStatuses } from '../../key-states.ts';
import type { useKeyFilters } from './key-filters.ts';
import { statusLabels } from './key-words.ts';

type KeyFilterBarProps = Pick<
  ReturnType<typeof useKeyFilters>,
  'filters' | 'change' | 'clear' | 'isFiltered'
>;

const statusOptions = keyStatuses.map((value) => ({ value, label: statusLabels[value] }));

export function KeyFilterBar({ filters, change, clear, isFiltered }: KeyFilterBarProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    change({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() });
  }
  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4">
      <search className="min-w-0 flex-1 basis-72">
        <form onSubmit={submit} className="flex items-end gap-2">
          <TextField
            key={filters.search}
            type="search"
            name="search"
            label="Search"
            placeholder="Name of a key"
            defaultValue={filters.search}
            maxLength={200}
            className="flex-1"
          />
          <Button type="submit" isIconOnly icon={<Search size={18} aria-hidden />}>
            Search keys
          </Button>
        </form>
      </search>
      <SelectField
        label="Status"
        options={statusOptions}
        placeholder="All"
        value={filters.status}
        onChange={({ target }) => change({ status: target.value })}
        className="basis-40 max-sm:basis-full"
      />
      {isFiltered && (
        <Button variant="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
