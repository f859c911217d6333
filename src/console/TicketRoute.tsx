import TicketScreen from '#areas/support/ui/staff/TicketScreen.tsx';
import { CustomerContext } from './CustomerContext.tsx';

/** A ticket with panels of other areas about its customer. */
export default function TicketRoute() {
  return <TicketScreen aside={(userId) => <CustomerContext userId={userId} />} />;
}
