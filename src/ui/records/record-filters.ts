// The filters of a list as data: the filter bar, the address and the API query are made from them.
import type { SelectOption } from '../fields/SelectField.tsx';
import { useAddressFilters } from './use-address-filters.ts';

export type RecordFilter = {
  /** Its name in the address and in the API; days are named `from` and `to`. */
  name: string;
  label: string;
} & (
  | { kind: 'search'; placeholder: string }
  | {
      kind: 'choice';
      options: readonly SelectOption[];
      /** What is shown without a choice; "Any" unless that says too little. */
      all?: string;
    }
  | { kind: 'day' }
  /** Decimal text of money, taken when the field is left or Enter is pressed. */
  | { kind: 'amount' }
  /** Set by a link from another screen: shown while active, and not offered in the bar. */
  | { kind: 'link' }
);

export type RecordQuery = Record<string, string>;

/** A day as `<input type="date">` writes it. */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`));

const isAmount = (text: string) => /^\d{1,18}(\.\d{1,18})?$/.test(text);

/** Values in the address that a filter does not allow are ignored. */
const readFilter = (filter: RecordFilter, text: string): string => {
  if (filter.kind === 'search') return text.slice(0, 200);
  if (filter.kind === 'link') return text.slice(0, 80);
  if (filter.kind === 'day') return isDay(text) ? text : '';
  if (filter.kind === 'amount') return isAmount(text) ? text : '';
  return filter.options.some(({ value }) => value === text) ? text : '';
};

/** From the first to the last moment of each day in the reader's time zone. */
function toDays({ from, to }: { from: string; to: string }) {
  const instant = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();
  return {
    ...(from && { created_after: instant(from, '00:00:00') }),
    ...(to && { created_before: instant(to, '23:59:59.999') }),
  };
}

export function formatFilter(filter: RecordFilter | undefined, value: string): string {
  if (filter?.kind === 'choice')
    return filter.options.find((option) => option.value === value)?.label ?? value;
  if (filter?.kind === 'day' || filter?.kind === 'link' || filter?.kind === 'amount')
    return `${filter.label} ${value}`;
  return `"${value}"`;
}

/** `sortable`: the API's names of columns; without them a list has the API's default order. */
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
  const exportQuery: RecordQuery = {
    ...Object.fromEntries(Object.entries(exact).filter(([, value]) => value !== '')),
    ...toDays({ from, to }),
    ...(sortable.length > 0 && { ordering: view.ordering }),
  };
  return {
    ...view,
    exportQuery,
    query: { ...exportQuery, page: String(view.page) } as RecordQuery,
  };
}
export type RecordView = ReturnType<typeof useRecordView>;
