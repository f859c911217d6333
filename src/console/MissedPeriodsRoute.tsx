import MissedPeriods from '#areas/billing/ui/staff/MissedPeriods.tsx';
import { PaymentTabs } from '#areas/payments/ui/staff/PaymentTabs.tsx';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';

/** Plans are of billing, the tabs of payments. */
export default function MissedPeriodsRoute() {
  return (
    <>
      <title>{`Missed periods · ${site.name}`}</title>
      <PageHeader
        title="Missed periods"
        description="Periods of plans that were over before they could be charged. One person proposes, another approves."
      />
      <PaymentTabs />
      <MissedPeriods />
    </>
  );
}
