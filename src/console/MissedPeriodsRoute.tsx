import MissedPeriods from '#areas/billing/ui/staff/MissedPeriods.tsx';
import { PaymentTabs } from '#areas/payments/ui/staff/PaymentTabs.tsx';
import { Screen } from '#ui/Screen.tsx';

/** Plans are of billing, the tabs of payments. */
export default function MissedPeriodsRoute() {
  return (
    <Screen
      title="Missed periods"
      description="Periods of plans that were over before they could be charged. One person proposes, another approves."
      tabs={<PaymentTabs />}
    >
      <MissedPeriods />
    </Screen>
  );
}
