import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { useViewer } from '#client/viewer.ts';
import site from '#content/site.json' with { type: 'json' };
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import type { TariffVersionWire } from '../../contract.ts';
import { DraftTariffDialog } from './DraftTariffDialog.tsx';
import { useTariffVersions } from './queries.ts';
import { VersionActions } from './VersionActions.tsx';

const looks: Record<TariffVersionWire['state'], { tone: BadgeTone; words: string }> = {
  draft: { tone: 'warning', words: 'Draft' },
  published: { tone: 'success', words: 'Sold' },
  retired: { tone: 'neutral', words: 'Retired' },
  superseded: { tone: 'neutral', words: 'Superseded' },
};

const yearly = ({ yearly_price, currency }: TariffVersionWire) =>
  yearly_price ? `${yearly_price} ${currency}` : '–';
const perMonth = (count: number | null) =>
  count === null ? 'No limit' : count.toLocaleString('en');

const State = ({ state, is_public }: TariffVersionWire) => (
  <span className="flex flex-wrap gap-1.5">
    <Badge tone={looks[state].tone}>{looks[state].words}</Badge>
    {!is_public && <Badge>Private</Badge>}
  </span>
);

const columnsWith = (
  onCopy: (version: TariffVersionWire) => void,
): readonly Column<TariffVersionWire>[] => [
  {
    key: 'name',
    header: 'Tariff',
    cell: (row) => (
      <>
        <span className="block font-medium">{row.name}</span>
        <span className="text-quiet">
          <code>{row.slug}</code>, version {row.version}
        </span>
        <div className="mt-1 md:hidden">
          <State {...row} />
        </div>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: State,
    width: '11rem',
    isSecondary: true,
  },
  {
    key: 'requests',
    header: 'Requests a month',
    cell: ({ limits }) => perMonth(limits.requests_per_month),
    isNumeric: true,
    isSecondary: true,
    width: '10rem',
  },
  {
    key: 'subscribers',
    header: 'Subscribers',
    cell: ({ subscribers }) => subscribers.toLocaleString('en'),
    isNumeric: true,
    isSecondary: true,
    width: '8rem',
  },
  {
    key: 'monthly',
    header: 'A month',
    cell: (row) => `${row.monthly_price} ${row.currency}`,
    isNumeric: true,
    width: '8rem',
  },
  {
    key: 'yearly',
    header: 'A year',
    cell: yearly,
    isNumeric: true,
    isSecondary: true,
    width: '8rem',
  },
  {
    key: 'act',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (row) => <VersionActions version={row} onCopy={() => onCopy(row)} />,
    width: '4rem',
  },
];

/** What is sold, what was, and what is being prepared. */
export default function Tariffs() {
  const { may } = useViewer();
  const versions = useTariffVersions();
  const [pattern, setPattern] = useState<TariffVersionWire | 'new'>();
  return (
    <>
      <title>{`Tariffs · ${site.name}`}</title>
      <PageHeader
        title="Tariffs"
        description="A price never changes in place: a new version takes over, and who has the old one keeps it."
        action={
          may('tariffs.write') && (
            <Button
              variant="primary"
              icon={<Plus size={18} aria-hidden />}
              onClick={() => setPattern('new')}
            >
              Draft a tariff
            </Button>
          )
        }
      />
      <Panel title="Versions" isFlush className="mt-6">
        {versions.isError ? (
          <div className="p-5">
            <LoadError message={messageOf(versions.error)} onRetry={() => versions.refetch()} />
          </div>
        ) : (
          <Table
            caption="Versions"
            columns={columnsWith(setPattern)}
            rows={versions.data ?? []}
            rowKey={(row) => String(row.id)}
            isLoading={versions.isPending}
          />
        )}
      </Panel>
      {pattern && (
        <DraftTariffDialog
          pattern={pattern === 'new' ? undefined : pattern}
          onClose={() => setPattern(undefined)}
        />
      )}
    </>
  );
}
