import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount, noValue } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { TariffVersionWire } from '../../wire/index.ts';
import { DraftTariffDialog } from './DraftTariffDialog.tsx';
import { useTariffVersions } from './queries.ts';
import { VersionActions } from './VersionActions.tsx';

const stateBadges: Record<TariffVersionWire['state'], { tone: BadgeTone; label: string }> = {
  draft: { tone: 'warning', label: 'Draft' },
  published: { tone: 'success', label: 'Published' },
  retired: { tone: 'neutral', label: 'Retired' },
  superseded: { tone: 'neutral', label: 'Superseded' },
};

const yearly = ({ yearly_price, currency }: TariffVersionWire) =>
  yearly_price ? formatMoney(yearly_price, currency) : noValue;
const perMonth = (count: number | null) => (count === null ? 'No limit' : formatCount(count));

const State = ({ state, is_public }: TariffVersionWire) => (
  <span className="flex flex-wrap gap-1.5">
    <Badge tone={stateBadges[state].tone}>{stateBadges[state].label}</Badge>
    {!is_public && <Badge>Private</Badge>}
  </span>
);

const columnsWith = (
  onCopy: (version: TariffVersionWire) => void,
): readonly Column<TariffVersionWire>[] => [
  {
    key: 'name',
    header: 'Plan',
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
    cell: ({ subscribers }) => formatCount(subscribers),
    isNumeric: true,
    isSecondary: true,
    width: '8rem',
  },
  {
    key: 'monthly',
    header: 'A month',
    cell: (row) => formatMoney(row.monthly_price, row.currency),
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

/** All tariff versions: published, past and drafts. */
export default function Tariffs() {
  const { may } = useViewer();
  const versions = useTariffVersions();
  const [template, setTemplate] = useState<TariffVersionWire | 'new'>();
  const [showsReplaced, setShowsReplaced] = useState(false);
  const rows = (versions.data ?? []).filter(({ state }) => showsReplaced || state !== 'superseded');
  return (
    <Screen
      title="Plans"
      description="A price never changes in place: publish a new version, and current subscribers keep the old one."
      action={
        may('tariffs.write') && (
          <Button
            variant="primary"
            icon={<Plus size={18} aria-hidden />}
            onClick={() => setTemplate('new')}
          >
            Draft a plan
          </Button>
        )
      }
    >
      <Panel
        title="Versions"
        isFlush
        actions={
          <Checkbox
            label="Show replaced ones"
            checked={showsReplaced}
            onChange={({ target }) => setShowsReplaced(target.checked)}
          />
        }
      >
        {versions.isError ? (
          <div className="p-5">
            <LoadError message={errorMessage(versions.error)} onRetry={() => versions.refetch()} />
          </div>
        ) : (
          <Table
            caption="Versions"
            columns={columnsWith(setTemplate)}
            rows={rows}
            rowKey={(row) => String(row.id)}
            isLoading={versions.isPending}
            empty={
              <EmptyState title="Nothing is sold yet">
                Draft a plan, then publish it: customers see it at once.
              </EmptyState>
            }
          />
        )}
      </Panel>
      {template && (
        <DraftTariffDialog
          template={template === 'new' ? undefined : template}
          onClose={() => setTemplate(undefined)}
        />
      )}
    </Screen>
  );
}
