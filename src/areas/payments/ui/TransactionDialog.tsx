import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { TransactionWire } from '../contract.ts';
import { sayMoney } from './money-words.ts';

function factsOf(row: TransactionWire) {
  const say = (text: string) => sayMoney(text, row.currency);
  return [
    { term: 'Amount', description: row.amount_display, isNumeric: true },
    { term: 'Balance before', description: say(row.balance_before), isNumeric: true },
    { term: 'Balance after', description: say(row.balance_after), isNumeric: true },
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
    <DescriptionList items={factsOf(row)} />
  </Dialog>
);
