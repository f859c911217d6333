import { Link } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import type { OverviewWire } from '../../wire/index.ts';

type AlertWire = OverviewWire['alerts'][number];

/** Labels of the action links, by alert code. */
const actionLabels: Record<string, string> = {
  wallet_debt: 'Add money',
  overage_due: 'Add money',
  plan_past_due: 'View plan',
  plan_suspended: 'View plan',
  plan_ending: 'View plan',
  plan_unpaid: 'Open the payment',
  plan_payment_coming: 'Open the payment',
  plan_payment_ended: 'View plans',
  plan_money_in_wallet: 'View plans',
  renewal_short: 'Add money',
  quota_exceeded: 'View plans',
  quota_warning: 'View usage',
  spending_cap_reached: 'Change the cap',
  spending_cap_near: 'View plan',
  payment_partial: 'Pay the rest',
  key_expiring: 'View keys',
  support_reply: 'View reply',
};

const Alert = ({ alert }: { alert: AlertWire }) => {
  const actionLabel = actionLabels[alert.code];
  return (
    <Banner
      tone={alert.level}
      title={alert.message}
      action={
        actionLabel && (
          <ButtonLink asChild size="small">
            <Link to={alert.action_url}>{actionLabel}</Link>
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
