import { messageOf } from '#client/errors.ts';
import { amountOf, compareAmounts, subtractAmounts } from '#lib/money.ts';
import { Banner } from '#ui/Banner.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { RefundableWire, ReviewedPaymentWire } from '../../contract.ts';
import { isAboveZero, sayMoney } from '../money-words.ts';
import { CustomerLink } from './CustomerLink.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { usePaymentSteps, useRefundable } from './queries.ts';

/** What stands in the way of giving all of it back. */
function limitOf({ credited, refunded, available, possible, currency }: RefundableWire): string {
  const money = (text: string) => sayMoney(text, currency);
  const words = `Up to ${money(possible)} of ${money(credited)}`;
  const amount = (text: string) => amountOf(text, currency);
  const left = subtractAmounts(amount(credited), amount(refunded));
  if (compareAmounts(amount(available), left) < 0)
    return `${words}: the wallet holds ${money(available)}.`;
  return isAboveZero(refunded) ? `${words}: ${money(refunded)} went back before.` : `${words}.`;
}

function RefundFields({ refundable }: { refundable: RefundableWire }) {
  const { internal_id, user, available, possible, currency } = refundable;
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Payment', description: <PaymentLink number={internal_id} /> },
          { term: 'Customer', description: <CustomerLink user={user} /> },
          {
            term: 'Wallet holds',
            description: sayMoney(available, currency),
            isNumeric: true,
          },
        ]}
      />
      {isAboveZero(possible) ? (
        <>
          <p>{limitOf(refundable)}</p>
          <TextField
            label="Amount"
            name="amount"
            inputMode="decimal"
            suffix={currency}
            isNumeric
            help={`Empty: ${sayMoney(possible, currency)}.`}
          />
        </>
      ) : (
        <Banner tone="warning">
          Nothing can be given back: the wallet holds {sayMoney(available, currency)}.
        </Banner>
      )}
    </>
  );
}

type RefundDialogProps = { payment: ReviewedPaymentWire; onClose: () => void };

/** Proposes to give a payment back, all that is possible of it or a part. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const refundable = useRefundable(payment.uuid);
  const { refund } = usePaymentSteps(payment.uuid);

  async function propose(reason: string, form: FormData) {
    const possible = refundable.data?.possible;
    if (!possible || !isAboveZero(possible)) throw new Error('There is nothing to give back now.');
    await refund(reason, String(form.get('amount') ?? '').trim() || possible);
    toast.success('Proposed. Somebody else has to approve it.');
  }

  return (
    <ReasonDialog
      title={`Propose to refund ${payment.internal_id}?`}
      description="It goes back through its provider, once somebody else approves."
      confirmLabel="Propose refund"
      busyLabel="Proposing..."
      fields={
        <>
          {refundable.isPending && <Skeleton className="h-40 w-full" />}
          {refundable.isError && <Banner tone="error">{messageOf(refundable.error)}</Banner>}
          {refundable.data && <RefundFields refundable={refundable.data} />}
        </>
      }
      onClose={onClose}
      onConfirm={propose}
    />
  );
}
