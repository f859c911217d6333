import { FirstCall } from '#areas/billing/ui/first-call/FirstCall.tsx';
import { useLiveOverview } from '#areas/billing/ui/first-call/queries.ts';
import { TryHere } from './TryHere.tsx';

/** For an account without calls, of which there is nothing to show yet. */
export function FirstRun({ hasCalled }: { hasCalled: boolean }) {
  useLiveOverview(!hasCalled);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <FirstCall hasCalled={hasCalled} />
      <TryHere />
    </div>
  );
}
