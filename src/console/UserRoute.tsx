import { PlanActions } from '#areas/billing/ui/staff/PlanActions.tsx';
import { useReadUserAgain } from '#areas/staff/ui/queries.ts';
import UserScreen from '#areas/staff/ui/UserScreen.tsx';

/** A person, and what billing lets staff do about their plan. */
export default function UserRoute() {
  const readAgain = useReadUserAgain();
  return (
    <UserScreen
      planActions={({ subscription }) =>
        subscription && (
          <PlanActions id={subscription.id} state={subscription.state} onDone={readAgain} />
        )
      }
    />
  );
}
