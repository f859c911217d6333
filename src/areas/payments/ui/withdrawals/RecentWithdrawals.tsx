import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { useRecords } from '#ui/records/use-records.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';
import { withdrawalList } from './queries.ts';
import { WithdrawalStatusBadge } from './WithdrawalStatusBadge.tsx';
import { formatDestination, formatWithdrawal } from './withdrawal-format.ts';

const WithdrawalRow = ({ withdrawal }: { withdrawal: WithdrawalWire }) => (
  <li>
    <Link
      to={`/dashboard/withdrawals/${withdrawal.uuid}`}
      className="flex items-center gap-3 px-5 py-3 hover:bg-text/5"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium tabular-nums">{formatWithdrawal(withdrawal)}</span>
        <span className="block text-sm text-quiet wrap-anywhere">
          {formatDestination(withdrawal)}, <RelativeTime value={withdrawal.created_at} />
        </span>
      </span>
      <WithdrawalStatusBadge withdrawal={withdrawal} />
      <ArrowRight size={18} aria-hidden className="text-quiet" />
    </Link>
  </li>
);

/** Nothing until there is one: most customers never ask. */
export function RecentWithdrawals() {
  const { data } = useRecords(withdrawalList, { page_size: '3' });
  if (!data || data.results.length === 0) return null;
  return (
    <Panel
      title="Latest withdrawals"
      isFlush
      actions={
        <Link to="/dashboard/withdrawals" className="link text-sm">
          All withdrawals
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {data.results.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.uuid} withdrawal={withdrawal} />
        ))}
      </ul>
    </Panel>
  );
}
