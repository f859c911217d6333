import { useState } from 'react';
import { useViewer } from '#client/viewer.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { ClearingItemWire } from '../../../wire/clearing.ts';
import { PaymentLink } from '../PaymentLink.tsx';
import { useClearingItems, useExplainItem } from './clearing-queries.ts';

const tones: Record<ClearingItemWire['state'], BadgeTone> = {
  waiting: 'neutral',
  unexplained: 'danger',
  explained: 'success',
};
const labels: Record<ClearingItemWire['state'], string> = {
  waiting: 'Waiting',
  unexplained: 'Unexplained',
  explained: 'Explained',
};

const columnsFor = (
  onExplain: ((row: ClearingItemWire) => void) | null,
): Column<ClearingItemWire>[] => [
  {
    key: 'about',
    header: 'About',
    cell: (row) => (
      <>
        {row.payment_number ? (
          <PaymentLink number={row.payment_number} />
        ) : (
          <span className="wrap-anywhere">{row.movement}</span>
        )}
        <span className="block text-sm text-quiet">
          {row.note ?? row.type ?? `Seen by one side only, ${row.provider}`}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={tones[state]}>{labels[state]}</Badge>,
    width: '9rem',
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ since }) => <RelativeTime value={since} />,
    isSecondary: true,
    width: '9rem',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
    isNumeric: true,
    width: '9rem',
  },
  {
    key: 'explain',
    header: '',
    cell: (row) =>
      onExplain && row.state !== 'explained' ? (
        <Button size="small" onClick={() => onExplain(row)}>
          Explain
        </Button>
      ) : null,
    width: '7rem',
  },
];

/** What only one side has seen: nothing of it may stay without a reason. */
export function ClearingItems() {
  const { may } = useViewer();
  const items = useClearingItems();
  const explain = useExplainItem();
  const [chosen, setChosen] = useState<ClearingItemWire | null>(null);
  const columns = columnsFor(may('payments.decide') ? setChosen : null);
  return (
    <Panel
      title="Differences"
      description="Seen by our books or the provider only. After three days a difference needs a reason."
      isFlush
    >
      {items.isError && (
        <LoadError message={errorMessage(items.error)} onRetry={() => items.refetch()} />
      )}
      {items.data && (
        <Table
          caption="Differences"
          columns={columns}
          rows={items.data.results}
          rowKey={({ id }) => id}
          empty={<EmptyState title="Both sides agree on every payment" />}
        />
      )}
      {chosen && (
        <ReasonDialog
          title={`Explain ${formatMoney(chosen.amount, chosen.currency)}?`}
          description="The difference stays in the books and is listed with your reason. If its amount changes, the reason is forgotten."
          confirmLabel="Explain"
          busyLabel="Saving..."
          onClose={() => setChosen(null)}
          onConfirm={(note) => explain.mutateAsync({ id: chosen.id, note })}
        />
      )}
    </Panel>
  );
}
