import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listUsage } from '#areas/billing/wire/index.ts';
import { useUser } from '#areas/staff/ui/users/queries.ts';
import type { StaffUserRecordWire } from '#areas/staff/wire/users.ts';
import { call } from '#client/api.ts';
import { errorMessage } from '#lib/call-error.ts';
import { minuteMs } from '#lib/durations.ts';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

type UserProps = { user: StaffUserRecordWire };
const visibleMax = 3;
/** The API returns at most this many. */
const sessionsMax = 10;

/** Calls and failed calls of each key in the last week. */
const useKeyErrors = (userId: number) =>
  useQuery({
    queryKey: ['console', 'key-errors', userId],
    queryFn: async ({ signal }) => {
      const query = { user: String(userId), period: '7d', group_by: 'api_key' } as const;
      const { results } = await call(listUsage, { query }, { signal });
      const groups = results.flatMap((one) => ('errors' in one ? [one] : []));
      return new Map(groups.map(({ key, requests, errors }) => [key, { requests, errors }]));
    },
    refetchInterval: minuteMs,
  });

const unavailable = 'Not available';

function Money({ user: { balances } }: UserProps) {
  if (balances === null) return unavailable;
  if (balances.length === 0) return 'Empty';
  return balances.map(({ currency, available }) => formatMoney(available, currency)).join(', ');
}

function Payments({ user: { payments } }: UserProps) {
  if (payments === null) return unavailable;
  if (payments.length === 0) return 'None';
  return (
    <ul className="grid gap-1">
      {payments.slice(0, visibleMax).map((one) => (
        <li key={one.uuid}>
          <Link
            to={`/admin/payments?search=${encodeURIComponent(one.internal_id)}`}
            className="link"
          >
            {formatMoney(one.amount, one.currency)}
          </Link>
          , {one.status_display.toLowerCase()}, <RelativeTime value={one.created_at} />
        </li>
      ))}
    </ul>
  );
}

function Keys({ user: { id, keys } }: UserProps) {
  const errors = useKeyErrors(id).data;
  if (keys === null) return unavailable;
  if (keys.length === 0) return 'None';
  const formatCalls = (key: string) => {
    const week = errors?.get(key);
    return week
      ? `${week.errors} of ${week.requests} calls failed this week`
      : 'not used this week';
  };
  return (
    <ul className="grid gap-1">
      {keys.slice(0, visibleMax).map(({ id: key, name, key_preview, status }) => (
        <li key={key}>
          {name} <span className="font-mono text-xs text-quiet">{key_preview}</span>
          <span className="block text-quiet">
            {status}
            {errors && `, ${formatCalls(key)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const formatSessions = (count: number) => (count < sessionsMax ? `${count}` : `${count} or more`);

function Sessions({ user: { sessions } }: UserProps) {
  if (sessions === null) return unavailable;
  const last = sessions[0];
  if (!last) return 'No sessions';
  return (
    <>
      {formatSessions(sessions.length)}, the last on {last.browser}, {last.system},{' '}
      <RelativeTime value={last.last_used_at} />
    </>
  );
}

const formatPlan = ({ subscription }: StaffUserRecordWire) =>
  subscription ? `${subscription.tariff}, ${subscription.status.toLowerCase()}` : 'None';

/** What support often needs for an answer: plan, balances, payments, keys and sessions. */
export function CustomerContext({ userId }: { userId: number }) {
  const user = useUser(String(userId));
  return (
    <Panel title="Account">
      {user.isPending && <Skeleton className="h-48 w-full" />}
      {user.isError && !user.data && (
        <LoadError
          message={errorMessage(user.error)}
          onRetry={() => user.refetch()}
          isRetrying={user.isFetching}
        />
      )}
      {user.data && (
        <DescriptionList
          items={[
            { term: 'Plan', description: formatPlan(user.data) },
            { term: 'Wallet', description: <Money user={user.data} /> },
            { term: 'Last payments', description: <Payments user={user.data} /> },
            { term: 'API keys', description: <Keys user={user.data} /> },
            { term: 'Sessions', description: <Sessions user={user.data} /> },
          ]}
        />
      )}
    </Panel>
  );
}
