import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { BalanceWire } from '../../wire/transaction-schemas.ts';
import { isAboveZero } from '../amounts.ts';
import { useBalance } from '../queries.ts';

type CurrencyBalance = BalanceWire['balances'][number];

const Figure = ({ term, text, help }: { term: string; text: string; help: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-quiet">{term}</dt>
    <dd className="font-mono text-lg tabular-nums wrap-anywhere">{text}</dd>
    <dd className="text-xs text-quiet">{help}</dd>
  </div>
);

function BalanceRow({ balance }: { balance: CurrencyBalance }) {
  const { currency, available, reserved, pending } = balance;
  const format = (text: string) => formatMoney(text, currency);
  const isOwed = available.startsWith('-');
  return (
    <li className="grid gap-x-8 gap-y-4 px-5 py-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,4fr)]">
      <div className="min-w-0">
        <p className="text-sm text-quiet">{currency} available</p>
        <p className="font-display text-3xl font-semibold tabular-nums wrap-anywhere">
          {format(available)}
        </p>
        {isOwed && (
          <p className="text-sm text-danger">Below zero: add money to use paid services again.</p>
        )}
      </div>
      <dl className="grid grid-cols-2 items-start gap-x-6 gap-y-3">
        {isAboveZero(reserved) && (
          <Figure term="Reserved" text={format(reserved)} help="For withdrawals in progress" />
        )}
        <Figure
          term="Pending"
          text={format(pending)}
          help={isAboveZero(pending) ? 'Being confirmed' : 'Nothing pending'}
        />
      </dl>
    </li>
  );
}

function BalanceRows() {
  const balance = useBalance();
  if (balance.isPending)
    return (
      <div className="grid gap-3 p-5">
        <span className="sr-only">Loading your balances</span>
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-10 w-56" />
      </div>
    );
  if (!balance.data)
    return (
      <div className="p-5">
        <LoadError
          message={errorMessage(balance.error)}
          onRetry={() => balance.refetch()}
          isRetrying={balance.isFetching}
        />
      </div>
    );
  const { balances, currency, available, reserved } = balance.data;
  const none = { currency, available, reserved, pending: '0', total: available };
  const rows = balances.length > 0 ? balances : [{ ...none, balance_display: '' }];
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <BalanceRow key={row.currency} balance={row} />
      ))}
    </ul>
  );
}

export const Balances = () => (
  <Panel title="Balances" isFlush>
    <BalanceRows />
  </Panel>
);
