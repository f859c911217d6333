import { Link } from 'react-router';
import { formatMoney } from '#lib/format-money.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { TransactionWire } from '../../wire/transaction-schemas.ts';

function listFacts(row: TransactionWire) {
  const format = (text: string) => formatMoney(text, row.currency);
  return [
    { term: 'Amount', description: row.amount_display, isNumeric: true },
    { term: 'Balance before', description: format(row.balance_before), isNumeric: true },
    { term: 'Balance after', description: format(row.balance_after), isNumeric: true },
    { term: 'When', description: <RelativeTime value={row.created_at} /> },
    ...(row.description ? [{ term: 'Description', description: row.description }] : []),
    ...(row.reference ? [{ term: 'Reference', description: row.reference, isNumeric: true }] : []),
    ...(row.status === 'reversed'
      ? [{ term: 'Status', description: 'Reversed by a later transaction' }]
      : []),
    { term: 'Number', description: row.uuid, isNumeric: true },
  ];
}

type TransactionDialogProps = { row: TransactionWire; onClose: () => void };

export const TransactionDialog = ({ row, onClose }: TransactionDialogProps) => (
  <Dialog
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={row.type_display}
    actions={
      row.payment && (
        <ButtonLink asChild>
          <Link to={`/dashboard/payments/${row.payment}`}>Open the payment</Link>
        </ButtonLink>
      )
    }
  >
    <DescriptionList items={listFacts(row)} />
  </Dialog>
);
