import { Link, useParams } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatMoney } from '#lib/format-money.ts';
import { inSentence } from '#lib/in-sentence.ts';
import { Banner } from '#ui/Banner.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { StaffWithdrawalWire } from '../../../wire/staff-withdrawals.ts';
import { isAboveZero } from '../../amounts.ts';
import { WithdrawalStatusBadge } from '../../withdrawals/WithdrawalStatusBadge.tsx';
import { WithdrawalTimeline } from '../../withdrawals/WithdrawalTimeline.tsx';
import { destinationNames, formatWithdrawal } from '../../withdrawals/withdrawal-format.ts';
import { CustomerLink } from '../CustomerLink.tsx';
import { PaymentLink } from '../PaymentLink.tsx';
import { WithdrawalSteps } from './WithdrawalSteps.tsx';
import { useStaffWithdrawal } from './withdrawal-queries.ts';

type RowProps = { row: StaffWithdrawalWire };

/** Why nothing can be done here, if so. */
function waitsFor({ status, user, approved_by }: StaffWithdrawalWire, viewerId?: number) {
  if (status !== 'requested' && status !== 'approved') return null;
  if (user.id === viewerId) return 'This is your own withdrawal: two others decide about it.';
  if (status === 'approved' && approved_by?.id === viewerId)
    return 'You approved it, so somebody else pays it out.';
  return null;
}

const Destination = ({ row }: RowProps) => (
  <Panel title={destinationNames[row.destination.kind]}>
    {row.payment_number && <PaymentLink number={row.payment_number} />}
    {row.details.length > 0 && (
      <DescriptionList
        items={row.details.map(({ name, value }) => ({
          term: name,
          description: (
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 font-mono wrap-anywhere">{value}</span>
              <CopyButton value={value} label={`Copy ${inSentence(name)}`} size="small" />
            </span>
          ),
        }))}
      />
    )}
    {!row.payment_number && row.details.length === 0 && (
      <p className="text-sm text-quiet">The details were deleted with the account.</p>
    )}
  </Panel>
);

function listFacts(row: StaffWithdrawalWire): DescriptionItem[] {
  const { currency, fee, reference, note, journal } = row;
  const money = (text: string) => formatMoney(text, currency);
  const present = (items: (DescriptionItem | false | null | '')[]) =>
    items.filter((item): item is DescriptionItem => Boolean(item));
  return present([
    { term: 'Customer', description: <CustomerLink user={row.user} /> },
    { term: 'Amount', description: money(row.amount), isNumeric: true },
    isAboveZero(fee) && { term: 'Fee', description: money(fee), isNumeric: true },
    isAboveZero(fee) && { term: 'To send', description: money(row.net), isNumeric: true },
    { term: 'Rest of the wallet', description: money(row.available), isNumeric: true },
    note !== '' && { term: 'Note', description: note },
    row.approved_by && { term: 'Approved by', description: row.approved_by.email },
    row.settled_by && { term: 'Paid out by', description: row.settled_by.email },
    reference !== '' && { term: 'Reference', description: reference },
    journal && {
      term: 'Journal',
      description: (
        <Link to={`/admin/ledger/journals/${journal}`} className="link">
          Open journal
        </Link>
      ),
    },
  ]);
}

function Record({ row }: RowProps) {
  const { id } = useViewer();
  const reason = waitsFor(row, id);
  return (
    <>
      <PageHeader
        title={`${row.internal_id}: ${formatWithdrawal(row)}`}
        back={{ to: '/admin/payments/withdrawals', label: 'Withdrawals' }}
        status={<WithdrawalStatusBadge withdrawal={row} />}
        action={<WithdrawalSteps row={row} />}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          {reason && <Banner tone="info">{reason}</Banner>}
          <Destination row={row} />
          <WithdrawalTimeline withdrawal={row} isOwn={false} />
        </div>
        <Panel title="Facts">
          <DescriptionList items={listFacts(row)} />
        </Panel>
      </div>
    </>
  );
}

export default function WithdrawalRecord() {
  const { uuid = '' } = useParams();
  const found = useStaffWithdrawal(uuid);
  return (
    <RecordScreen
      key={uuid}
      what="withdrawal"
      result={found}
      tabTitle={found.data?.internal_id ?? 'Withdrawal'}
      list={{ to: '/admin/payments/withdrawals', label: 'Open withdrawals' }}
      hint="The address may be wrong."
    >
      {(row) => <Record row={row} />}
    </RecordScreen>
  );
}
