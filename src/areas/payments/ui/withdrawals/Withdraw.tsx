import { useSearchParams } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Screen } from '#ui/Screen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { isAboveZero } from '../amounts.ts';
import { useBalance } from '../queries.ts';
import { useWithdrawalOptions } from './queries.ts';
import { WithdrawForm } from './WithdrawForm.tsx';

function Form({ currency }: { currency: string }) {
  const options = useWithdrawalOptions(currency);
  if (options.isPending) return <Skeleton className="h-72 w-full max-w-xl" />;
  if (!options.data)
    return (
      <LoadError
        message={errorMessage(options.error)}
        onRetry={() => options.refetch()}
        isRetrying={options.isFetching}
      />
    );
  const { available, open, open_max } = options.data;
  if (!isAboveZero(available))
    return (
      <EmptyState title="Nothing can be withdrawn">
        Your wallet has {formatMoney(available, currency)} available.
      </EmptyState>
    );
  if (open >= open_max)
    return (
      <EmptyState title="Too many withdrawals are open">
        Wait until one of the {open} has ended, or cancel one.
      </EmptyState>
    );
  return <WithdrawForm options={options.data} />;
}

/** Only for customers with more than one wallet. */
function WalletChoice({
  currency,
  onChoose,
}: {
  currency: string;
  onChoose: (to: string) => void;
}) {
  const { data } = useBalance();
  const wallets = data?.balances ?? [];
  if (wallets.length < 2) return null;
  return (
    <SelectField
      label="Wallet"
      className="max-w-xs"
      value={currency}
      onChange={(event) => onChoose(event.target.value)}
      options={wallets.map((one) => ({
        value: one.currency,
        label: `${one.currency}: ${formatMoney(one.available, one.currency)}`,
      }))}
    />
  );
}

export default function Withdraw() {
  const [address, setAddress] = useSearchParams();
  const currency = address.get('currency') ?? 'USD';
  return (
    <Screen
      title="Withdraw"
      description="Get money out of your wallet."
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
    >
      <WalletChoice
        currency={currency}
        onChoose={(to) => setAddress({ currency: to }, { replace: true })}
      />
      <Form key={currency} currency={currency} />
    </Screen>
  );
}
