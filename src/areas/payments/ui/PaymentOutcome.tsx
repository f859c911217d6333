import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Banner, type BannerTone } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { PaymentWire } from '../contract.ts';
import { isAboveZero, sayMoney } from './money-words.ts';

type Outcome = { tone: BannerTone; title: string; text: string; action?: ReactNode };

const linkTo = (path: string, words: string) => (
  <ButtonLink asChild size="small">
    <Link to={path}>{words}</Link>
  </ButtonLink>
);

const startAgain = ({ amount, pay_currency }: PaymentWire) =>
  linkTo(
    `/dashboard/wallet/add?${new URLSearchParams({ amount, currency: pay_currency })}`,
    'Start again',
  );

const creditedOf = ({ credited_amount, currency }: PaymentWire) =>
  credited_amount && isAboveZero(credited_amount) ? sayMoney(credited_amount, currency) : null;

/** Money that came although the payment is closed is the person's all the same. */
function afterClosing(payment: PaymentWire, without: string): string {
  const credited = creditedOf(payment);
  return credited ? `What arrived, ${credited}, is in your wallet.` : without;
}

function completed(payment: PaymentWire): Outcome {
  const refunded = isAboveZero(payment.amount_refunded);
  const late = payment.late ? ' It came late and was credited at the rate of its arrival.' : '';
  const back = refunded
    ? ` ${sayMoney(payment.amount_refunded, payment.currency)} was given back later.`
    : '';
  return {
    tone: 'success',
    title: 'The money is in your wallet',
    text: `${creditedOf(payment) ?? ''} was credited.${late}${back}`,
    action: linkTo('/dashboard/wallet', 'Open wallet'),
  };
}

function outcomeOf(payment: PaymentWire): Outcome | null {
  if (payment.next_step === 'contact_support')
    return {
      tone: 'warning',
      title: 'This needs a person',
      text: afterClosing(payment, 'Money came late and was less than asked. Write to us.'),
      action: linkTo(`/dashboard/support/new?about=payment:${payment.uuid}`, 'Write to us'),
    };
  switch (payment.status) {
    case 'confirming':
    case 'confirmed':
      return {
        tone: 'info',
        title: 'Your money is on its way',
        text: 'The network is confirming it. You can leave this page; nothing is left to do.',
      };
    case 'completed':
      return completed(payment);
    case 'expired':
      return {
        tone: 'info',
        title: 'The time to pay is over',
        text: afterClosing(
          payment,
          'Nothing arrived. If you did pay, it is credited when it comes.',
        ),
        action: startAgain(payment),
      };
    case 'cancelled':
      return {
        tone: 'info',
        title: 'You cancelled this payment',
        text: 'Do not send money to its address any more.',
        action: startAgain(payment),
      };
    case 'failed':
      return {
        tone: 'error',
        title: 'The payment failed',
        text: afterClosing(payment, 'The provider could not complete it. Nothing was credited.'),
        action: startAgain(payment),
      };
    case 'refunded':
      return {
        tone: 'info',
        title: 'This payment was given back',
        text: `${sayMoney(payment.amount_refunded, payment.currency)} left your wallet again.`,
      };
    default:
      return null;
  }
}

export function PaymentOutcome({ payment }: { payment: PaymentWire }) {
  const outcome = outcomeOf(payment);
  if (!outcome) return null;
  const { confirmations, required_confirmations: needed, status } = payment;
  return (
    <div className="grid gap-4">
      <Banner tone={outcome.tone} title={outcome.title} action={outcome.action}>
        {outcome.text}
      </Banner>
      {status === 'confirming' && needed && (
        <ProgressBar
          label="Confirmations"
          value={confirmations ?? 0}
          max={needed}
          valueText={`${confirmations ?? 0} of ${needed}`}
        />
      )}
    </div>
  );
}
