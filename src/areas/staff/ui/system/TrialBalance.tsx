import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount, formatExactTime } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DownloadButton } from '#ui/DownloadButton.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { useAddressValues } from '#ui/use-address-values.ts';
import { platformAccounts } from '../../wire/journals.constants.ts';
import type { TrialBalanceWire } from '../../wire/journals.ts';
import { accountName } from './journal-format.ts';
import { loadTrialBalanceCsv, useTrialBalance } from './queries.ts';

type Row = Omit<TrialBalanceWire['results'][number], 'accounts'> & { accounts: number | null };

const Side = ({ text, currency }: { text: string; currency: string }) =>
  /[1-9]/.test(text) && (
    <span className="font-mono whitespace-nowrap">{formatMoney(text, currency)}</span>
  );

/** Platform accounts lead to their journals; wallets are found by their customer. */
function AccountCell({ account, label, currency, accounts }: Row) {
  const name = accountName({ account, label });
  const hasJournals = (platformAccounts as readonly string[]).includes(account);
  if (accounts === null) return <strong>{name}</strong>;
  if (!hasJournals) return name;
  const place = label ? `${account}:${label}` : account;
  return (
    <Link
      to={`/admin/ledger?account=${place}&currency=${currency}`}
      className="underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}

const columns: readonly Column<Row>[] = [
  { key: 'account', header: 'Account', cell: AccountCell },
  {
    key: 'currency',
    header: 'Currency',
    cell: ({ currency }) => currency,
    width: '7rem',
    isSecondary: true,
  },
  {
    key: 'accounts',
    header: 'Accounts',
    cell: ({ accounts }) => accounts !== null && formatCount(accounts),
    isNumeric: true,
    isSecondary: true,
    width: '8rem',
  },
  {
    key: 'debit',
    header: 'Debit',
    cell: ({ debit, currency }) => <Side text={debit} currency={currency} />,
    isNumeric: true,
    width: '10rem',
  },
  {
    key: 'credit',
    header: 'Credit',
    cell: ({ credit, currency }) => <Side text={credit} currency={currency} />,
    isNumeric: true,
    width: '10rem',
  },
];

/** Each currency ends with its totals. */
const toRows = ({ results, totals }: TrialBalanceWire): Row[] =>
  totals.flatMap(({ currency, debit, credit }) => [
    ...results.filter((row) => row.currency === currency),
    { currency, account: 'total', label: '', accounts: null, debit, credit },
  ]);

/** `2026-11-26T18:30`, as the field writes it, in the reader's time zone. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) && !Number.isNaN(Date.parse(text));

/** The moment is in the address, so that a balance can be sent as a link. */
function useMoment() {
  const [address, changeAddress] = useAddressValues();
  const text = address.get('at') ?? '';
  const moment = isMoment(text) ? text : '';
  const choose = (at: string) => changeAddress({ at: at || null });
  return { moment, at: moment ? new Date(moment).toISOString() : undefined, choose };
}

export function TrialBalance() {
  const { moment, at, choose } = useMoment();
  const balance = useTrialBalance(at);
  const { data } = balance;
  const isBalanced = data?.totals.every(({ is_balanced }) => is_balanced);
  return (
    <Panel
      title="Trial balance"
      description={
        data && `As of ${formatExactTime(data.at)}. Debits equal credits in each currency.`
      }
      isFlush
      actions={
        data && (
          <>
            {data.totals.length > 0 && (
              <Badge tone={isBalanced ? 'success' : 'danger'}>
                {isBalanced ? 'Balanced' : 'Not balanced'}
              </Badge>
            )}
            <DownloadButton
              size="small"
              load={() => loadTrialBalanceCsv(data.at)}
              fileName="trial-balance.csv"
            >
              CSV
            </DownloadButton>
          </>
        )
      }
    >
      <div className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4">
        <TextField
          type="datetime-local"
          label="As of"
          value={moment}
          onChange={({ target }) => choose(target.value)}
          className="w-full sm:w-60"
        />
        {moment && (
          <Button variant="quiet" onClick={() => choose('')}>
            Now
          </Button>
        )}
      </div>
      {balance.isPending && <Skeleton className="m-5 h-40" />}
      {balance.isError && (
        <div className="p-5">
          <LoadError message={errorMessage(balance.error)} onRetry={() => balance.refetch()} />
        </div>
      )}
      {data && (
        <Table
          caption="Trial balance"
          columns={columns}
          rows={toRows(data)}
          rowKey={(row) => `${row.currency} ${row.account} ${row.label}`}
          empty={<EmptyState title="Nothing was posted until then" />}
        />
      )}
    </Panel>
  );
}
