import TicketScreen from '#areas/support/ui/staff/TicketScreen.tsx';
import { CustomerContext } from './CustomerContext.tsx';

/** A ticket beside what other areas know of who asks. */
export default function TicketRoute() {
  return <TicketScreen aside={(userId) => <CustomerContext userId={userId} />} />;
}
