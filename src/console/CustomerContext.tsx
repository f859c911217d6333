import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listUsage } from '#areas/billing/contract.ts';
import type { StaffUserRecordWire } from '#areas/staff/contract.ts';
import { useUser } from '#areas/staff/ui/queries.ts';
import { call } from '#client/api.ts';
import { messageOf } from '#client/errors.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

type Of = { user: StaffUserRecordWire };
const shownMax = 3;
/** The record of a user holds no more of them. */
const sessionsMax = 10;

/** Calls and failed calls of each key in a week. */
const useKeyErrors = (userId: number) =>
  useQuery({
    queryKey: ['console', 'key-errors', userId],
    queryFn: async ({ signal }) => {
      const query = { user: String(userId), period: '7d', group_by: 'api_key' } as const;
      const { results } = await call(listUsage, { query }, { signal });
      const groups = results.flatMap((one) => ('errors' in one ? [one] : []));
      return new Map(groups.map(({ key, requests, errors }) => [key, { requests, errors }]));
    },
    refetchInterval: 60_000,
  });

const unread = 'Could not be read';

function Money({ user: { balances } }: Of) {
  if (balances === null) return unread;
  if (balances.length === 0) return 'Empty';
  return balances.map(({ currency, available }) => `${available} ${currency}`).join(', ');
}

function Payments({ user: { payments } }: Of) {
  if (payments === null) return unread;
  if (payments.length === 0) return 'None';
  return (
    <ul className="grid gap-1">
      {payments.slice(0, shownMax).map((one) => (
        <li key={one.uuid}>
          <Link
            to={`/admin/payments?search=${encodeURIComponent(one.internal_id)}`}
            className="link"
          >
            {one.amount} {one.currency}
          </Link>
          , {one.status_display.toLowerCase()}, <RelativeTime value={one.created_at} />
        </li>
      ))}
    </ul>
  );
}

function Keys({ user: { id, keys } }: Of) {
  const errors = useKeyErrors(id).data;
  if (keys === null) return unread;
  if (keys.length === 0) return 'None';
  const sayCalls = (key: string) => {
    const week = errors?.get(key);
    return week
      ? `${week.errors} of ${week.requests} calls failed this week`
      : 'not used this week';
  };
  return (
    <ul className="grid gap-1">
      {keys.slice(0, shownMax).map(({ id: key, name, key_preview, status }) => (
        <li key={key}>
          {name} <span className="font-mono text-xs text-quiet">{key_preview}</span>
          <span className="block text-quiet">
            {status}
            {errors && `, ${sayCalls(key)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const sayCount = (count: number) => (count < sessionsMax ? `${count}` : `${count} or more`);

function Sessions({ user: { sessions } }: Of) {
  if (sessions === null) return unread;
  const last = sessions[0];
  if (!last) return 'Signed in nowhere';
  return (
    <>
      {sayCount(sessions.length)}, the last on {last.browser}, {last.system},{' '}
      <RelativeTime value={last.last_used_at} />
    </>
  );
}

const sayPlan = ({ subscription }: StaffUserRecordWire) =>
  subscription ? `${subscription.tariff}, ${subscription.status.toLowerCase()}` : 'None';

/** What an answer often needs to know: plan, money, keys and how they fare, sessions. */
export function CustomerContext({ userId }: { userId: number }) {
  const user = useUser(String(userId));
  return (
    <Panel title="Account">
      {user.isPending && <Skeleton className="h-48 w-full" />}
      {user.isError && !user.data && (
        <LoadError
          message={messageOf(user.error)}
          onRetry={() => user.refetch()}
          isRetrying={user.isFetching}
        />
      )}
      {user.data && (
        <DescriptionList
          items={[
            { term: 'Plan', description: sayPlan(user.data) },
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
