import { errorMessage } from '#lib/call-error.ts';
import { formatMoney } from '#lib/format-money.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import { type Period, useBalance, useStatistics } from '../queries.ts';
import { BalanceChart } from './BalanceChart.tsx';

const periods: readonly { value: Period; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '1y', label: '1 year' },
];

function History({ period, currency }: { period: Period; currency: string }) {
  const statistics = useStatistics(period, currency);
  if (statistics.isPending)
    return (
      <div>
        <span className="sr-only">Loading the history of your balance</span>
        <Skeleton className="h-64 w-full" />
      </div>
    );
  if (!statistics.data)
    return (
      <LoadError
        message={errorMessage(statistics.error)}
        onRetry={() => statistics.refetch()}
        isRetrying={statistics.isFetching}
      />
    );
  const { series, total_count, total_credit, total_debit } = statistics.data;
  const isFlat = series.every(({ balance }) => Number(balance) === 0);
  if (total_count === 0 && isFlat)
    return (
      <EmptyState title="No balance history yet">
        The line starts when the first money arrives.
      </EmptyState>
    );
  return (
    <>
      <p className="mb-4 text-sm text-quiet">
        {formatMoney(total_credit, currency)} in and {formatMoney(total_debit, currency)} out in
        this time.
      </p>
      <BalanceChart series={series} currency={currency} period={statistics.data.period} />
    </>
  );
}

export function BalanceHistory() {
  const [address, changeAddress] = useAddressValues();
  const balance = useBalance().data;
  const currencies = balance?.balances.map((one) => one.currency) ?? [];
  const chosen = currencies.find((code) => code === address.get('balance'));
  const currency = chosen ?? balance?.currency ?? 'USD';
  const requested = address.get('period');
  const period = periods.find(({ value }) => value === requested)?.value ?? '30d';

  return (
    <Panel
      title={`Balance in ${currency}`}
      actions={
        <>
          {currencies.length > 1 && (
            <SelectField
              label="Currency"
              isLabelHidden
              options={currencies.map((code) => ({ value: code, label: code }))}
              value={currency}
              onChange={({ target }) => changeAddress({ balance: target.value })}
            />
          )}
          <SelectField
            label="Time"
            isLabelHidden
            options={periods}
            value={period}
            onChange={({ target }) => changeAddress({ period: target.value })}
          />
        </>
      }
    >
      <History period={period} currency={currency} />
    </Panel>
  );
}
