import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#client/viewer.ts';
import { formatCount } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { PanelEmpty, PanelError } from './PanelMessages.tsx';

type UserProps = { user: StaffUserRecordWire };
type PaymentRow = NonNullable<StaffUserRecordWire['payments']>[number];
export type KeyRow = NonNullable<StaffUserRecordWire['keys']>[number];

export const UserPlan = ({
  user: { subscription },
  actions,
}: UserProps & { actions: ReactNode }) => (
  <Panel title="Plan" actions={actions}>
    {subscription ? (
      <DescriptionList
        items={[
          { term: 'Plan', description: subscription.tariff },
          { term: 'Status', description: subscription.status },
          {
            term: 'Price',
            description: formatMoney(subscription.price, subscription.currency),
            isNumeric: true,
          },
          {
            term: 'Period ends',
            description: <RelativeTime value={subscription.current_period_end} />,
          },
        ]}
      />
    ) : (
      <p className="text-sm text-quiet">No plan.</p>
    )}
  </Panel>
);

export const UserMoney = ({ user: { balances } }: UserProps) => (
  <Panel title="Wallet" isFlush={!balances?.length}>
    {balances === null && <PanelError />}
    {balances?.length === 0 && <PanelEmpty>No balance yet.</PanelEmpty>}
    {balances && balances.length > 0 && (
      <DescriptionList
        items={balances.map(({ currency, available, reserved }) => ({
          term: currency,
          description: [
            `${formatMoney(available, currency)} available`,
            ...(/[1-9]/.test(reserved) ? [`${formatMoney(reserved, currency)} reserved`] : []),
          ].join(', '),
          isNumeric: true,
        }))}
      />
    )}
  </Panel>
);

const paymentColumns: readonly Column<PaymentRow>[] = [
  {
    key: 'number',
    header: 'Payment',
    cell: (row) => (
      <>
        <span className="font-mono text-xs wrap-anywhere">{row.internal_id}</span>
        <span className="block text-quiet md:hidden">{row.status_display}</span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => row.status_display, isSecondary: true },
  {
    key: 'created_at',
    header: 'Started',
    cell: (row) => <RelativeTime value={row.created_at} />,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => formatMoney(row.amount, row.currency),
    isNumeric: true,
  },
];

export function UserPayments({ user }: UserProps) {
  const { may } = useViewer();
  return (
    <Panel
      title="Latest payments"
      isFlush
      actions={
        may('payments.review') && (
          <Link to={`/admin/payments?user=${user.id}`} className="link text-sm">
            All payments
          </Link>
        )
      }
    >
      {user.payments === null ? (
        <PanelError />
      ) : (
        <Table
          caption="Latest payments"
          columns={paymentColumns}
          rows={user.payments}
          rowKey={(row) => row.uuid}
          empty={<PanelEmpty>No payment yet.</PanelEmpty>}
        />
      )}
    </Panel>
  );
}

type WithdrawalRow = NonNullable<StaffUserRecordWire['withdrawals']>[number];

const withdrawalColumns: readonly Column<WithdrawalRow>[] = [
  {
    key: 'number',
    header: 'Withdrawal',
    cell: (row) => (
      <>
        <Link
          to={`/admin/payments/withdrawals/${row.uuid}`}
          className="font-mono text-xs underline-offset-4 wrap-anywhere hover:underline"
        >
          {row.internal_id}
        </Link>
        <span className="block text-quiet md:hidden">{row.status_display}</span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => row.status_display, isSecondary: true },
  {
    key: 'created_at',
    header: 'Requested',
    cell: (row) => <RelativeTime value={row.created_at} />,
    isSecondary: true,
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => formatMoney(row.amount, row.currency),
    isNumeric: true,
  },
];

/** Shown once there is one: most customers never ask. */
export const UserWithdrawals = ({ user: { withdrawals } }: UserProps) =>
  withdrawals?.length === 0 ? null : (
    <Panel title="Latest withdrawals" isFlush>
      {withdrawals === null ? (
        <PanelError />
      ) : (
        <Table
          caption="Latest withdrawals"
          columns={withdrawalColumns}
          rows={withdrawals}
          rowKey={(row) => row.uuid}
          empty={null}
        />
      )}
    </Panel>
  );

const keyStatus = ({ status }: KeyRow) => (
  <Badge tone={status === 'active' ? 'success' : 'neutral'} className="capitalize">
    {status}
  </Badge>
);

const keyColumns: readonly Column<KeyRow>[] = [
  {
    key: 'name',
    header: 'Key',
    cell: (row) => (
      <>
        <span className="block font-medium wrap-anywhere">{row.name}</span>
        <span className="font-mono text-xs wrap-anywhere text-quiet">{row.key_preview}</span>
        <span className="mt-1 block md:hidden">{keyStatus(row)}</span>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: keyStatus,
    isSecondary: true,
  },
  {
    key: 'last_used_at',
    header: 'Last used',
    cell: (row) => (row.last_used_at ? <RelativeTime value={row.last_used_at} /> : 'Never'),
    isSecondary: true,
  },
  {
    key: 'total_requests',
    header: 'Requests',
    cell: (row) => formatCount(row.total_requests),
    isNumeric: true,
    isSecondary: true,
  },
];

/** Actions on a key, provided by another area. */
export type KeyActions = (key: KeyRow) => ReactNode;

const actionColumn = (actions: KeyActions): Column<KeyRow> => ({
  key: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  cell: actions,
  width: '7rem',
});

export const UserKeys = ({ user: { keys }, actions }: UserProps & { actions?: KeyActions }) => (
  <Panel title="API keys" isFlush>
    {keys === null ? (
      <PanelError />
    ) : (
      <Table
        caption="API keys"
        columns={actions ? [...keyColumns, actionColumn(actions)] : keyColumns}
        rows={keys}
        rowKey={(row) => row.id}
        empty={<PanelEmpty>No key yet.</PanelEmpty>}
      />
    )}
  </Panel>
);
