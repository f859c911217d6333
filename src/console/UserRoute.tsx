import { KeyActions } from '#areas/billing/ui/staff/KeyActions.tsx';
import { PlanActions } from '#areas/billing/ui/staff/PlanActions.tsx';
import { TariffOffers } from '#areas/billing/ui/staff/TariffOffers.tsx';
import { UserCalculations } from '#areas/customs/ui/staff/UserCalculations.tsx';
import { useReadUserAgain } from '#areas/staff/ui/queries.ts';
import UserScreen from '#areas/staff/ui/UserScreen.tsx';
import { useViewer } from '#client/viewer.ts';

/** A person, what billing lets staff do about their plan and keys, and what they calculated. */
export default function UserRoute() {
  const readAgain = useReadUserAgain();
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
      {...(may('calculations.read') && {
        traces: ({ id }) => <UserCalculations userId={id} />,
      })}
      {...(may('users.revoke_keys') && {
        keyActions: (key) => <KeyActions apiKey={key} onDone={readAgain} />,
      })}
    />
  );
}
