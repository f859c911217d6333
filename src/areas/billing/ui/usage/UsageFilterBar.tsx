import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { FilterFold } from '#ui/records/FilterFold.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import { keyList } from '../keys/queries.ts';
import { useCalledPaths, useTopErrors } from './queries.ts';
import { groups, periods, statuses, type UsageFilters, type UsageView } from './usage-filters.ts';

type UsageFilterBarProps = Pick<UsageView, 'filters' | 'change' | 'clear' | 'isNarrowed'> & {
  /** There are no calls to filter. */
  hasOnlyTime: boolean;
};

const folded = ['api_key', 'endpoint', 'status', 'error_code', 'group'] as const;

/** Keeps a value from the URL selectable, even if it is not among the options. */
const withChosen = (options: readonly { value: string; label: string }[], chosen: string) =>
  chosen && options.every(({ value }) => value !== chosen)
    ? [...options, { value: chosen, label: chosen }]
    : options;

export function UsageFilterBar(props: UsageFilterBarProps) {
  const { filters, change, clear, isNarrowed, hasOnlyTime } = props;
  const keys = useRecords(keyList, { page_size: '100', ordering: 'name' }).data?.results ?? [];
  const paths = useCalledPaths().data ?? [];
  const errors = useTopErrors({ period: '90d' }).data ?? [];
  const select = (name: Exclude<keyof UsageFilters, 'view' | 'request'>) => ({
    value: filters[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    className: 'min-w-0 flex-1 basis-36',
  });
  const time = <SelectField label="Time" options={periods} {...select('period')} />;
  if (hasOnlyTime) return <search className="flex max-w-60">{time}</search>;
  return (
    <search className="flex flex-wrap items-end gap-3">
      {time}
      <FilterFold activeCount={folded.filter((name) => filters[name] !== '').length}>
        <SelectField
          label="API key"
          placeholder="Any"
          options={withChosen(
            keys.map(({ id, name }) => ({ value: id, label: name })),
            filters.api_key,
          )}
          {...select('api_key')}
        />
        <SelectField
          label="Endpoint"
          placeholder="Any"
          options={withChosen(
            paths.map((path) => ({ value: path, label: path.replace(/^\/apix(.*)\/$/, '$1') })),
            filters.endpoint,
          )}
          {...select('endpoint')}
          className="min-w-0 flex-1 basis-56"
        />
        <SelectField label="Status" placeholder="Any" options={statuses} {...select('status')} />
        <SelectField
          label="Error"
          placeholder="Any"
          options={withChosen(
            errors.map(({ key }) => ({ value: key, label: key })),
            filters.error_code,
          )}
          {...select('error_code')}
        />
        <SelectField label="Group by" placeholder="Nothing" options={groups} {...select('group')} />
      </FilterFold>
      {isNarrowed && (
        <Button variant="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
