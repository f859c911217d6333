import { FileUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { formatCount } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { toast, toastError } from '#ui/toast.ts';
import type { BankLineWire } from '../../../wire/clearing.ts';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { bankLineList, useUploadStatement } from './clearing-queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'matched',
    label: 'Payout',
    options: [
      { value: 'yes', label: 'Found' },
      { value: 'no', label: 'None' },
    ],
  },
];

const columns: readonly Column<BankLineWire>[] = [
  {
    key: 'line',
    header: 'Line',
    cell: ({ booked_on, reference }) => (
      <>
        <span className="block">{booked_on}</span>
        <span className="text-sm wrap-anywhere text-quiet">{reference}</span>
      </>
    ),
  },
  {
    key: 'payout',
    header: 'Payout',
    cell: ({ payout }) =>
      payout ? <Badge tone="success">{payout}</Badge> : <span className="text-quiet">None</span>,
    isSecondary: true,
    width: '16rem',
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: ({ amount, currency }) => formatMoney(amount, currency),
    isNumeric: true,
    width: '10rem',
  },
];

function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useUploadStatement();
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Allows the same file again after an error.
    target.value = '';
    if (!file) return;
    mutate(file, {
      onSuccess: ({ added, matched }) =>
        toast.success(`${formatCount(added)} new lines, ${formatCount(matched)} payouts found.`),
      onError: toastError,
    });
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.xml,text/csv,application/xml"
        aria-label="Bank statement"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <Button
        icon={<FileUp size={16} aria-hidden />}
        isBusy={isPending}
        busyLabel="Uploading..."
        onClick={() => input.current?.click()}
      >
        Upload statement
      </Button>
    </>
  );
}

export default function BankLines() {
  return (
    <Screen
      title="Bank"
      description="Lines of bank statements, and the payouts of providers that they are."
      action={<UploadButton />}
      tabs={<PaymentTabs />}
    >
      <RecordList
        what="lines"
        title="Lines"
        columns={columns}
        filters={filters}
        list={bankLineList}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No statement yet">
            Upload a statement as CSV or camt.053. Files may overlap: known lines add nothing.
          </EmptyState>
        }
      />
    </Screen>
  );
}
