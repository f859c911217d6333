import { Link } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import type { OverviewWire } from '../../contract.ts';

type AlertWire = OverviewWire['alerts'][number];

/** What the way to act is called, by the alert's code. */
const ways: Record<string, string> = {
  wallet_debt: 'Add money',
  overage_due: 'Add money',
  plan_past_due: 'See the plan',
  plan_suspended: 'See the plan',
  plan_ending: 'See the plan',
  plan_unpaid: 'Open the payment',
  plan_payment_coming: 'Open the payment',
  plan_payment_ended: 'See the plans',
  plan_money_in_wallet: 'See the plans',
  renewal_short: 'Add money',
  quota_exceeded: 'See the plans',
  quota_warning: 'See your usage',
  payment_partial: 'Pay the rest',
  key_expiring: 'See the keys',
  support_reply: 'Read it',
};

const Alert = ({ alert }: { alert: AlertWire }) => {
  const way = ways[alert.code];
  return (
    <Banner
      tone={alert.level}
      title={alert.message}
      action={
        way && (
          <ButtonLink asChild size="small">
            <Link to={alert.action_url}>{way}</Link>
          </ButtonLink>
        )
      }
    />
  );
};

export const Alerts = ({ alerts }: { alerts: readonly AlertWire[] }) =>
  alerts.length > 0 && (
    <ul aria-label="What needs attention" className="grid gap-3">
      {alerts.map((alert) => (
        <li key={`${alert.code} ${alert.message}`}>
          <Alert alert={alert} />
        </li>
      ))}
    </ul>
  );
