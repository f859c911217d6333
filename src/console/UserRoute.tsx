import { KeyActions } from '#areas/billing/ui/staff/KeyActions.tsx';
import { PlanActions } from '#areas/billing/ui/staff/PlanActions.tsx';
import { TariffOffers } from '#areas/billing/ui/staff/TariffOffers.tsx';
import { UserCalls } from '#areas/billing/ui/staff/UserCalls.tsx';
import { UserSpending } from '#areas/billing/ui/staff/UserSpending.tsx';
import { UserCalculations } from '#areas/customs/ui/staff/calculations/UserCalculations.tsx';
import { UserInvoices } from '#areas/invoices/ui/staff/UserInvoices.tsx';
import { useRefreshUser } from '#areas/staff/ui/users/queries.ts';
import UserScreen from '#areas/staff/ui/users/UserScreen.tsx';
import { UserWebhooks } from '#areas/webhooks/ui/staff/UserWebhooks.tsx';
import { useViewer } from '#client/viewer.ts';

/** A user, with actions of billing on plan and keys, with calls and calculations. */
export default function UserRoute() {
  const readAgain = useRefreshUser();
  const { may } = useViewer();
  return (
    <UserScreen
      planActions={({ id, subscription }) => (
        <div className="flex flex-wrap justify-end gap-2">
          <TariffOffers userId={String(id)} />
          {subscription && (
            <PlanActions id={subscription.id} state={subscription.state} onDone={readAgain} />
          )}
        </div>
      )}
      extraPanels={({ id }) => (
        <>
          {may('payments.review') && <UserSpending userId={String(id)} />}
          {may('payments.review') && <UserInvoices userId={String(id)} />}
          <UserCalls userId={String(id)} />
          <UserWebhooks userId={id} />
          {may('calculations.read') && <UserCalculations userId={id} />}
        </>
      )}
      {...(may('users.revoke_keys') && {
        keyActions: (key) => <KeyActions apiKey={key} onDone={readAgain} />,
      })}
    />
  );
}
