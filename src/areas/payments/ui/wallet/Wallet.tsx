import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import { Screen } from '#ui/Screen.tsx';
import { useLivePayments } from '../use-live-payments.ts';
import { RecentWithdrawals } from '../withdrawals/RecentWithdrawals.tsx';
import { BalanceHistory } from './BalanceHistory.tsx';
import { Balances } from './Balances.tsx';
import { RecentPayments } from './RecentPayments.tsx';
import { StatementPanel } from './StatementPanel.tsx';
import { Transactions } from './Transactions.tsx';

export default function Wallet() {
  useLivePayments();
  return (
    <Screen
      title="Wallet"
      description="Your balances and every transaction."
      action={
        <>
          <ButtonLink asChild>
            <Link to="/dashboard/wallet/payment-methods">Payment methods</Link>
          </ButtonLink>
          <ButtonLink asChild>
            <Link to="/dashboard/wallet/withdraw">Withdraw</Link>
          </ButtonLink>
          <ButtonLink asChild variant="primary" icon={<Plus size={18} aria-hidden />}>
            <Link to="/dashboard/wallet/add">Add money</Link>
          </ButtonLink>
        </>
      }
    >
      <Balances />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-6">
          <BalanceHistory />
          <StatementPanel />
        </div>
        <div className="grid min-w-0 gap-6">
          <RecentWithdrawals />
          <RecentPayments />
        </div>
      </div>
      <Transactions />
    </Screen>
  );
}
