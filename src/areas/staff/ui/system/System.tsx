import { Link } from 'react-router';
import { Screen } from '#ui/Screen.tsx';
import { MailHoldBanner } from './MailHoldBanner.tsx';
import { Queues } from './Queues.tsx';
import { SystemHealth } from './SystemHealth.tsx';

export default function System() {
  return (
    <Screen
      title="System"
      description="Background jobs, mails, exchange rates and features."
      action={
        <nav aria-label="System" className="flex gap-5 self-center text-sm">
          <Link to="/admin/system/mails" className="link">
            Mail log
          </Link>
          <Link to="/admin/system/rates" className="link">
            Exchange rates
          </Link>
          <Link to="/admin/system/features" className="link">
            Feature switches
          </Link>
        </nav>
      }
    >
      <MailHoldBanner />
      <SystemHealth />
      <Queues />
    </Screen>
  );
}
