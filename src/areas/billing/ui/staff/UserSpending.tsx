import { useSpending } from '../plan/queries.ts';
import { Spending } from '../plan/Spending.tsx';

/** A customer's overage and cap, for staff: only the customer changes it. */
export function UserSpending({ userId }: { userId: string }) {
  const { data: spending } = useSpending(userId);
  return spending && spending.state !== 'not_sold' ? (
    <Spending spending={spending} hasAction={false} />
  ) : null;
}
