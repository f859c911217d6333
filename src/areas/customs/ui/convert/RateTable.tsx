import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatUtcDate } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { formatRate, formatRateSource } from '../customs-format.ts';
import { useRates } from '../queries.ts';

type Rates = NonNullable<ReturnType<typeof useRates>['data']>;
type Rate = Rates['results'][number];

const columns: readonly Column<Rate>[] = [
  {
    key: 'currency',
    header: 'Currency',
    cell: ({ code, name }) => (
      <>
        <span className="font-mono">{code}</span> <span className="text-quiet">{name}</span>
      </>
    ),
  },
  {
    key: 'date',
    header: 'Day',
    cell: ({ date }) => <span className="whitespace-nowrap text-quiet">{formatUtcDate(date)}</span>,
    width: '7rem',
    isSecondary: true,
  },
  {
    key: 'source',
    header: 'Source',
    cell: ({ source }) => <span className="text-quiet">{formatRateSource(source)}</span>,
    isSecondary: true,
  },
  {
    key: 'rate',
    header: 'Rate',
    cell: ({ rate }) => <span className="font-mono">{formatRate(rate)}</span>,
    width: '8rem',
    isNumeric: true,
  },
];

const isMatch = ({ code, name }: Rate, search: string) =>
  `${code} ${name}`.toLowerCase().includes(search.trim().toLowerCase());

/** All rates against one currency, with a filter by code or name. */
export function RateTable({ base, date }: { base: string; date: string }) {
  const rates = useRates(base, date);
  const [search, setSearch] = useState('');
  const { data } = rates;
  return (
    <Panel
      title={`Rates for 1 ${base}`}
      description={data && `${formatRateSource(data.source)}, ${formatUtcDate(data.date)}`}
      actions={
        data?.is_stale && (
          <Badge tone="warning">{date && data.date > date ? 'Later rates' : 'Old rates'}</Badge>
        )
      }
      isFlush
    >
      <div className="border-b border-line px-5 py-4">
        <TextField
          type="search"
          label="Find a currency"
          value={search}
          maxLength={50}
          autoComplete="off"
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {rates.isError ? (
        <div className="p-5">
          <LoadError
            message={errorMessage(rates.error)}
            onRetry={() => rates.refetch()}
            isRetrying={rates.isFetching}
          />
        </div>
      ) : (
        <Table
          caption={`Exchange rates for one ${base}`}
          columns={columns}
          rows={(data?.results ?? [])
            .filter((rate) => isMatch(rate, search))
            .toSorted((one, other) => one.code.localeCompare(other.code))}
          rowKey={({ code }) => code}
          isLoading={rates.isPending}
          maxHeight="28rem"
          empty={<p className="p-5 text-quiet">No currency matches.</p>}
        />
      )}
    </Panel>
  );
}
