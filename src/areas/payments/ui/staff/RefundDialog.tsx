import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { amountOf, compareAmounts, subtractAmounts } from '#lib/money.ts';
import { Banner } from '#ui/Banner.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { RefundableWire } from '../../wire/adjustments.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { isAboveZero } from '../amounts.ts';
import { CustomerLink } from './CustomerLink.tsx';
import { PaymentLink } from './PaymentLink.tsx';
import { usePaymentSteps, useRefundable } from './queries.ts';

/** How much can be refunded, and why not more. */
function limitOf({ credited, refunded, available, possible, currency }: RefundableWire): string {
  const money = (text: string) => formatMoney(text, currency);
  const limit = `Up to ${money(possible)} of ${money(credited)}`;
  const amount = (text: string) => amountOf(text, currency);
  const left = subtractAmounts(amount(credited), amount(refunded));
  if (compareAmounts(amount(available), left) < 0)
    return `${limit}: the wallet holds ${money(available)}.`;
  return isAboveZero(refunded) ? `${limit}: ${money(refunded)} went back before.` : `${limit}.`;
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
            description: formatMoney(available, currency),
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
            help={`Empty: ${formatMoney(possible, currency)}.`}
          />
        </>
      ) : (
        <Banner tone="warning">
          Nothing can be refunded: the wallet balance is {formatMoney(available, currency)}.
        </Banner>
      )}
    </>
  );
}

type RefundDialogProps = { payment: ReviewedPaymentWire; onClose: () => void };

/** Proposes a full or partial refund. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const refundable = useRefundable(payment.uuid);
  const { refund } = usePaymentSteps(payment.uuid);

  async function propose(reason: string, form: FormData) {
    const possible = refundable.data?.possible;
    if (!possible || !isAboveZero(possible)) throw new Error('Nothing can be refunded now.');
    await refund(reason, String(form.get('amount') ?? '').trim() || possible);
    toast.success('Proposed. Someone else must approve it.');
  }

  return (
    <ReasonDialog
      title={`Propose to refund ${payment.internal_id}?`}
      description="The provider refunds it once someone else approves."
      confirmLabel="Propose refund"
      busyLabel="Proposing..."
      fields={
        <>
          {refundable.isPending && <Skeleton className="h-40 w-full" />}
          {refundable.isError && <Banner tone="error">{errorMessage(refundable.error)}</Banner>}
          {refundable.data && <RefundFields refundable={refundable.data} />}
        </>
      }
      onClose={onClose}
      onConfirm={propose}
    />
  );
}
