// A list's filters as data: the bar is drawn from them, the address holds them, the API takes them.
import type { SelectOption } from '../SelectField.tsx';
import { useAddressFilters } from './use-address-filters.ts';

export type RecordFilter = {
  /** The word in the address and of the API; days are named `from` and `to`. */
  name: string;
  label: string;
} & (
  | { kind: 'search'; placeholder: string }
  | { kind: 'choice'; options: readonly SelectOption[]; all: string }
  | { kind: 'day' }
  /** Comes with a link from elsewhere: shown while it holds, and not offered. */
  | { kind: 'link' }
);

export type RecordQuery = Record<string, string>;

/** A day as `<input type="date">` writes it. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));

/** Words of the address that no filter allows count as none. */
const readFilter = (filter: RecordFilter, text: string): string => {
  if (filter.kind === 'search') return text.slice(0, 200);
  if (filter.kind === 'link') return text.slice(0, 80);
  if (filter.kind === 'day') return isDay(text) ? text : '';
  return filter.options.some(({ value }) => value === text) ? text : '';
};

/** Days are the reader's own, from their first moment to their last. */
function toDays({ from, to }: { from: string; to: string }) {
  const instant = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();
  return {
    ...(from && { created_after: instant(from, '00:00:00') }),
    ...(to && { created_before: instant(to, '23:59:59.999') }),
  };
}

export function sayFilter(filter: RecordFilter | undefined, value: string): string {
  if (filter?.kind === 'choice')
    return filter.options.find((option) => option.value === value)?.label ?? value;
  if (filter?.kind === 'day' || filter?.kind === 'link') return `${filter.label} ${value}`;
  return `"${value}"`;
}

/** `sortable`: the API's words for columns; without them a list has the API's own order. */
export function useRecordView(filters: readonly RecordFilter[], sortable: readonly string[] = []) {
  const view = useAddressFilters(
    filters.map(({ name }) => name),
    (address) =>
      Object.fromEntries(
        filters.map((filter) => [filter.name, readFilter(filter, address.get(filter.name) ?? '')]),
      ),
    sortable,
  );
  const { from = '', to = '', ...exact } = view.filters;
  const given: RecordQuery = {
    ...Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== '')),
    ...toDays({ from, to }),
    ...(sortable.length > 0 && { ordering: view.ordering }),
  };
  return { ...view, given, query: { ...given, page: String(view.page) } as RecordQuery };
}
export type RecordView = ReturnType<typeof useRecordView>;
