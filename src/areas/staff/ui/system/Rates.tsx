import site from '#content/site.json' with { type: 'json' };
import { errorMessage } from '#lib/call-error.ts';
import { formatCount, formatDateTime } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { RateSnapshotsWire } from '../../wire/system.ts';
import { useFetchRates, useRates } from './queries.ts';

type Day = RateSnapshotsWire['days'][number];
type Source = RateSnapshotsWire['sources'][number];

const columns: readonly Column<Day>[] = [
  { key: 'date', header: 'Day', cell: ({ date }) => date, width: '10rem' },
  { key: 'source', header: 'Source', cell: ({ source }) => source },
  {
    key: 'currencies',
    header: 'Currencies',
    cell: ({ currencies }) => currencies,
    isNumeric: true,
    width: '9rem',
  },
];

const sourceColumns: readonly Column<Source>[] = [
  {
    key: 'title',
    header: 'Source',
    cell: ({ title, last_error: error, failed_at: failedAt }) => (
      <>
        {title}{' '}
        {error && failedAt && (
          <span className="block text-xs wrap-anywhere text-danger">
            {formatDateTime(failedAt)}: {error}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'fetched_at',
    header: 'Fetched',
    cell: ({ fetched_at: at }) => (at ? formatDateTime(at) : 'Never'),
    isSecondary: true,
  },
  {
    key: 'last_day',
    header: 'Newest day',
    cell: ({ last_day: day, age_days: age }) =>
      day ? `${day}, ${age ? `${formatCount(age, 'day')} old` : 'today'}` : 'None',
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ is_enabled: isEnabled, last_error: error }) => (
      <Badge tone={error ? 'danger' : isEnabled ? 'success' : 'neutral'}>
        {error ? 'Failed' : isEnabled ? 'Fetched' : 'Not fetched'}
      </Badge>
    ),
    width: '8rem',
  },
];

function FetchButton() {
  const fetchRates = useFetchRates();
  const results = resultToasts('exchange rates');
  return (
    <Button
      isBusy={fetchRates.isPending}
      busyLabel="Fetching..."
      onClick={() =>
        fetchRates.mutate(undefined, {
          onSuccess: ({ kept, refused, failed }) => {
            const parts = [
              `${kept} rates updated`,
              ...(failed.length > 0 ? [`without an answer: ${failed.join(', ')}`] : []),
              ...(refused.length > 0 ? [`rejected as implausible: ${refused.join(', ')}`] : []),
            ];
            if (parts.length > 1) results.error(parts.join('; '));
            else results.success(parts.join());
          },
          onError: results.fail,
        })
      }
    >
      Fetch now
    </Button>
  );
}

const Snapshots = ({ rates }: { rates: RateSnapshotsWire }) => (
  <div className="mt-6 grid gap-6">
    {rates.fetched_from === null && (
      <Banner tone="warning" title="No source configured">
        Set <code>RATES_SOURCES</code> to fetch rates every day. Until then the built-in rates are
        used.
      </Banner>
    )}
    <Panel title="Sources" isFlush>
      <Table
        caption="Sources of rates"
        columns={sourceColumns}
        rows={rates.sources}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No source is configured" />}
      />
    </Panel>
    <Panel title="Fetched days" isFlush>
      <Table
        caption="Fetched days"
        columns={columns}
        rows={rates.days}
        rowKey={({ date, source }) => `${date} ${source}`}
        empty={<EmptyState title="No rates were fetched yet" />}
      />
    </Panel>
    <Panel title="Built-in snapshot" description="For currencies that were never fetched.">
      <DescriptionList
        items={[
          { term: 'Day', description: rates.carried.date },
          { term: 'Source', description: rates.carried.source },
          { term: 'Currencies', description: String(rates.carried.currencies) },
        ]}
      />
    </Panel>
  </div>
);

export default function Rates() {
  const rates = useRates();
  const { data } = rates;
  return (
    <>
      <title>{`Exchange rates · ${site.name}`}</title>
      <PageHeader
        title="Exchange rates"
        description={
          data?.fetched_from
            ? `Fetched every day from ${data.fetched_from}.`
            : 'Used for duties and conversions.'
        }
        back={{ to: '/admin/system', label: 'System' }}
        status={
          data && (
            <Badge tone={data.is_stale ? 'warning' : 'success'}>
              {data.is_stale ? 'Stale' : 'Fresh'}
            </Badge>
          )
        }
        action={data?.fetched_from && <FetchButton />}
      />
      {rates.isPending && <Skeleton className="mt-6 h-60 w-full" />}
      {rates.isError && (
        <div className="mt-6">
          <LoadError message={errorMessage(rates.error)} onRetry={() => rates.refetch()} />
        </div>
      )}
      {data && <Snapshots rates={data} />}
    </>
  );
}
