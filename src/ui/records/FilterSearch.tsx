import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/fields/TextField.tsx';

type FilterSearchProps = {
  value: string;
  onSearch: (words: string) => void;
  /** What is searched, for the button's name: "Search payments". */
  what: string;
  placeholder: string;
};

export function FilterSearch({ value, onSearch, what, placeholder }: FilterSearchProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  }

  return (
    <search className="flex-1 basis-56">
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          key={value}
          type="search"
          name="search"
          label="Search"
          placeholder={placeholder}
          defaultValue={value}
          maxLength={200}
          className="flex-1"
        />
        <Button type="submit" isIconOnly icon={<Search size={18} aria-hidden />}>
          {`Search ${what}`}
        </Button>
      </form>
    </search>
  );
}
