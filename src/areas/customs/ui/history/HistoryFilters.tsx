import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { countryOptions } from '../countries.ts';
import { useRuleSets } from '../queries.ts';
import type { HistoryView } from './use-history-view.ts';

const kinds = [
  { value: 'vehicle', label: 'Vehicles' },
  { value: 'goods', label: 'Goods' },
];

export function HistoryFilters({ view }: { view: HistoryView }) {
  const sets = useRuleSets(view.kind, '').data ?? [];
  const countries = sets.flatMap((set) => set.countries).concat(view.country || []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get('search');
    view.change({ search: String(words ?? '').trim() });
  }

  return (
    <div className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4">
      <SelectField
        label="Kind"
        options={kinds}
        value={view.kind}
        onChange={({ target }) => view.changeKind(target.value === 'goods' ? 'goods' : 'vehicle')}
        className="flex-1 basis-32 sm:flex-none"
      />
      <SelectField
        label="Destination"
        placeholder="All"
        options={countryOptions(countries)}
        value={view.country}
        onChange={({ target }) => view.change({ country: target.value })}
        className="flex-1 basis-40"
      />
      <search className="flex-1 basis-64">
        <form onSubmit={submit} className="flex items-end gap-2">
          <TextField
            key={view.search}
            type="search"
            name="search"
            label="Search"
            placeholder="Title, notes, goods, make"
            defaultValue={view.search}
            maxLength={200}
            className="flex-1"
          />
          <Button type="submit" isIconOnly icon={<Search size={18} aria-hidden />}>
            Search calculations
          </Button>
        </form>
      </search>
    </div>
  );
}
