import { useSearchParams } from 'react-router';
import { useTestMode } from '#client/use-test-mode.ts';
import { errorMessage } from '#lib/call-error.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Screen } from '#ui/Screen.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { usePayCurrencies } from '../queries.ts';
import { TopUpForm } from './TopUpForm.tsx';

function Form() {
  const [address] = useSearchParams();
  const currencies = usePayCurrencies();
  if (currencies.isPending)
    return (
      <div className="grid max-w-xl gap-4">
        <span className="sr-only">Loading the ways to pay</span>
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-72 w-full" />
      </div>
    );
  if (!currencies.data)
    return (
      <LoadError
        message={errorMessage(currencies.error)}
        onRetry={() => currencies.refetch()}
        isRetrying={currencies.isFetching}
      />
    );
  if (currencies.data.length === 0)
    return (
      <EmptyState title="No payment method is available">
        No payment provider is responding. Try again in a few minutes.
      </EmptyState>
    );
  const requested = currencies.data.find(({ code }) => code === address.get('currency'));
  const first = currencies.data.find((one) => one.is_popular) ?? currencies.data[0];
  const start = {
    amount: address.get('amount') ?? '',
    pay_currency: (requested ?? first)?.code ?? '',
  };
  return <TopUpForm currencies={currencies.data} start={start} />;
}

export default function AddMoney() {
  const isTestMode = useTestMode();
  return (
    <Screen
      title="Add money"
      description={
        isTestMode
          ? 'Choose an amount and what to pay in. In test mode you pay at the sandbox.'
          : 'Choose an amount and what to pay in.'
      }
      back={{ to: '/dashboard/wallet', label: 'Wallet' }}
    >
      <Form />
    </Screen>
  );
}
