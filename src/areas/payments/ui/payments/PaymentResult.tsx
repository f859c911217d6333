import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { capitalize, formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner, type BannerTone } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { paymentProblemTexts } from '../../wire/payments.constants.ts';
import { isAboveZero } from '../amounts.ts';
import { choosePriceCurrency } from '../top-up/top-up.ts';
import { readPlanName } from './plan-payment.ts';

type ResultBanner = { tone: BannerTone; title: string; text: string; action?: ReactNode };

const linkTo = (path: string, label: string) => (
  <ButtonLink asChild size="small">
    <Link to={path}>{label}</Link>
  </ButtonLink>
);

/** Keeps the amount if the form uses the same currency. */
function startAgain(payment: PaymentWire) {
  if (readPlanName(payment)) return linkTo('/dashboard/plan', 'Open your plan');
  const { amount, currency, pay_currency: code, network } = payment;
  const isPricedAlike = currency === choosePriceCurrency({ code, isFiat: network === '' });
  const query = { ...(isPricedAlike && { amount }), currency: code };
  return linkTo(`/dashboard/wallet/add?${new URLSearchParams(query)}`, 'Start again');
}

const formatCredited = ({ credited_amount, currency }: PaymentWire) =>
  credited_amount && isAboveZero(credited_amount) ? formatMoney(credited_amount, currency) : null;

/** Money that arrived for a closed payment was credited as well. */
function afterClosing(payment: PaymentWire, without: string): string {
  const credited = formatCredited(payment);
  return credited ? `What arrived, ${credited}, is in your wallet.` : without;
}

const isChargedBack = ({ returns }: PaymentWire): boolean =>
  returns.some(({ kind, status }) => kind === 'chargeback' && status === 'done');

/** What happens to money that is on its way. */
const lateWindow = ({ credited_until }: PaymentWire): string =>
  credited_until
    ? `If you did pay, your money is credited when it comes, until ${formatDate(credited_until)}. After that, write to us.`
    : '';

function describeLate({ late, currency, pay_currency }: PaymentWire): string {
  if (!late) return '';
  return currency === pay_currency
    ? ' It came late.'
    : ' It came late and was credited at the rate of its arrival.';
}

function completed(payment: PaymentWire): ResultBanner {
  const refunded = isAboveZero(payment.amount_refunded);
  const plan = readPlanName(payment);
  const back = refunded
    ? ` ${formatMoney(payment.amount_refunded, payment.currency)} was ${isChargedBack(payment) ? 'charged back' : 'refunded'} later.`
    : '';
  if (plan && payment.is_applied)
    return {
      tone: 'success',
      title: `${capitalize(plan)} has begun`,
      text: `${formatCredited(payment) ?? ''} arrived and paid for it.${back}`,
      action: linkTo('/dashboard/plan', 'Open your plan'),
    };
  const unused = plan ? ' No plan was waiting for it, so nothing was charged.' : '';
  return {
    tone: 'success',
    title: 'The money is in your wallet',
    text: `${formatCredited(payment) ?? ''} was credited.${describeLate(payment)}${unused}${back}`,
    action: linkTo('/dashboard/wallet', 'Open wallet'),
  };
}

function needsSupport(payment: PaymentWire): ResultBanner {
  const { uuid, problem, pay_currency, rest_minimum } = payment;
  const writeToUs = linkTo(`/dashboard/support/new?about=payment:${uuid}`, 'Write to us');
  const warning = { tone: 'warning', title: 'This payment needs our help' } as const;
  if (problem === 'rest_too_small' && rest_minimum)
    return {
      ...warning,
      title: 'The rest can not be sent',
      text: `${paymentProblemTexts.rest_too_small} Start a new payment of at least ${formatMoney(rest_minimum, pay_currency)}, or write to us. ${afterClosing(payment, '')}`,
      action: (
        <span className="flex flex-wrap gap-3">
          {linkTo(`/dashboard/wallet/add?currency=${pay_currency}`, 'New payment')}
          {writeToUs}
        </span>
      ),
    };
  return {
    ...warning,
    text: problem
      ? `${paymentProblemTexts[problem]} ${afterClosing(payment, '')}`
      : afterClosing(payment, 'Money came late and was less than asked. Write to us.'),
    action: writeToUs,
  };
}

const waitingForRate: ResultBanner = {
  tone: 'warning',
  title: 'Your money waits for an exchange rate',
  text: paymentProblemTexts.no_rate,
};

const cancelTitles: Record<string, string> = {
  user: 'You cancelled this payment',
  staff: 'Our staff cancelled this payment',
};

function cancelled(payment: PaymentWire): ResultBanner {
  const { source } = payment.status_history.findLast(({ status }) => status === 'cancelled') ?? {};
  const title = cancelTitles[source ?? ''];
  const request = payment.pay_address
    ? 'Do not send money to its address any more.'
    : 'Do not pay it any more.';
  return {
    tone: 'info',
    title: title ?? 'This payment was cancelled',
    text: `${title ? '' : payment.cancel_reason} ${request} ${lateWindow(payment)}`.trim(),
    action: startAgain(payment),
  };
}

const checkingBanner: ResultBanner = {
  tone: 'info',
  title: 'The time to pay is over',
  text: 'We are asking the payment provider whether your money came. Do not send any more.',
};

const checkingRestBanner: ResultBanner = {
  tone: 'info',
  title: 'The amount was short',
  text: 'We are asking the payment provider whether it accepts the rest. Do not send it yet.',
};

function chooseBanner(payment: PaymentWire): ResultBanner | null {
  if (payment.problem === 'no_rate') return waitingForRate;
  if (payment.next_step === 'contact_support') return needsSupport(payment);
  switch (payment.status) {
    case 'confirming':
    case 'confirmed':
      return {
        tone: 'info',
        title: 'Your money is on its way',
        text: `The ${payment.network ? 'network' : 'payment provider'} is confirming it. You can leave this page; nothing is left to do.`,
      };
    case 'completed':
      return completed(payment);
    case 'expired':
      return {
        tone: 'info',
        title: 'The time to pay is over',
        text: afterClosing(payment, `Nothing arrived. ${lateWindow(payment)}`),
        action: startAgain(payment),
      };
    case 'cancelled':
      return cancelled(payment);
    case 'failed':
      return {
        tone: 'error',
        title: 'The payment failed',
        text: afterClosing(
          payment,
          `The provider could not complete it. Nothing was credited. ${lateWindow(payment)}`,
        ),
        action: startAgain(payment),
      };
    case 'refunded':
      return {
        tone: 'info',
        title: isChargedBack(payment)
          ? 'Your bank took this payment back'
          : 'This payment was refunded',
        text: `${formatMoney(payment.amount_refunded, payment.currency)} left your wallet again.`,
      };
    case 'partially_paid':
      if (payment.next_step === 'wait' && payment.seconds_left > 0) return checkingRestBanner;
      return payment.next_step === 'wait' ? checkingBanner : null;
    default:
      return payment.next_step === 'wait' ? checkingBanner : null;
  }
}

export function PaymentResult({ payment }: { payment: PaymentWire }) {
  const outcome = chooseBanner(payment);
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
