import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import { toast } from '#ui/toast.ts';
import type { WithdrawalStatus } from '../../wire/withdrawals.constants.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';
import { isAboveZero } from '../amounts.ts';
import { useLivePayments } from '../use-live-payments.ts';
import { useCancelWithdrawal, useWithdrawal } from './queries.ts';
import { WithdrawalStatusBadge } from './WithdrawalStatusBadge.tsx';
import { WithdrawalTimeline } from './WithdrawalTimeline.tsx';
import { destinationNames, formatWithdrawal } from './withdrawal-format.ts';

type WithdrawalProps = { withdrawal: WithdrawalWire };

function CancelButton({ withdrawal }: WithdrawalProps) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelWithdrawal(withdrawal.uuid);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Cancel withdrawal
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Cancel the withdrawal of ${formatWithdrawal(withdrawal)}?`}
        description="The amount is available in your wallet again. You can ask for another withdrawal at any time."
        confirmLabel="Cancel withdrawal"
        busyLabel="Cancelling..."
        cancelLabel="Keep it"
        onConfirm={async () => {
          await cancel.mutateAsync(undefined);
          toast.success('Withdrawal cancelled');
        }}
      />
    </>
  );
}

const explanations: Record<WithdrawalStatus, string> = {
  requested:
    'The amount is reserved in your wallet. Two people check the request; you get a mail at each step.',
  approved: 'The request is approved. The amount stays reserved until it is paid out.',
  paying: 'The payment provider has been asked to refund the payment.',
  settled: 'The amount has left your wallet. Banks and cards may need some days to show it.',
  rejected: 'The amount is no longer reserved.',
  cancelled: 'The amount is available in your wallet again.',
};

const tones = { settled: 'success', rejected: 'error' } as const;

const Result = ({ withdrawal: { status, status_display } }: WithdrawalProps) => (
  <Banner
    tone={status in tones ? tones[status as keyof typeof tones] : 'info'}
    title={status_display}
  >
    {explanations[status]}
  </Banner>
);

function listFacts(withdrawal: WithdrawalWire): DescriptionItem[] {
  const { internal_id, amount, fee, net, currency, destination, reference, note } = withdrawal;
  const money = (text: string) => formatMoney(text, currency);
  const hasFee = isAboveZero(fee);
  return [
    { term: 'Number', description: internal_id, isNumeric: true },
    { term: 'Amount', description: money(amount), isNumeric: true },
    ...(hasFee ? [{ term: 'Fee', description: money(fee), isNumeric: true }] : []),
    ...(hasFee ? [{ term: 'You get', description: money(net), isNumeric: true }] : []),
    {
      term: destinationNames[destination.kind],
      description: destination.payment ? (
        <Link to={`/dashboard/payments/${destination.payment}`} className="link">
          {destination.masked}
        </Link>
      ) : (
        destination.masked
      ),
    },
    ...(reference ? [{ term: 'Reference', description: reference }] : []),
    ...(note ? [{ term: 'Your note', description: note }] : []),
  ];
}

const WithdrawalView = ({ withdrawal }: WithdrawalProps) => (
  <>
    <PageHeader
      title={`Withdraw ${formatWithdrawal(withdrawal)}`}
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
      status={<WithdrawalStatusBadge withdrawal={withdrawal} />}
      action={
        <>
          <ButtonLink asChild variant="quiet">
            <Link to="/dashboard/support/new">Ask support</Link>
          </ButtonLink>
          {withdrawal.can_cancel && <CancelButton withdrawal={withdrawal} />}
        </>
      }
    />
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-6">
        <Result withdrawal={withdrawal} />
        <WithdrawalTimeline withdrawal={withdrawal} isOwn />
      </div>
      <Panel title="Details">
        <DescriptionList items={listFacts(withdrawal)} />
      </Panel>
    </div>
  </>
);

export default function WithdrawalScreen() {
  const { uuid = '' } = useParams();
  useLivePayments();
  const withdrawal = useWithdrawal(uuid);
  return (
    <RecordScreen
      key={uuid}
      what="withdrawal"
      result={withdrawal}
      tabTitle="Withdrawal"
      list={{ to: '/dashboard/wallet', label: 'Open wallet' }}
      hint="The address may be wrong, or the withdrawal belongs to another account."
    >
      {(found) => <WithdrawalView withdrawal={found} />}
    </RecordScreen>
  );
}
