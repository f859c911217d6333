import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isCurrency } from '#lib/currencies.ts';
import { capitalize } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner, type BannerTone } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { isAboveZero } from '../amounts.ts';
import { priceCurrencyOf } from '../top-up/top-up.ts';
import { planOf } from './plan-payment.ts';

type ResultBanner = { tone: BannerTone; title: string; text: string; action?: ReactNode };

const linkTo = (path: string, label: string) => (
  <ButtonLink asChild size="small">
    <Link to={path}>{label}</Link>
  </ButtonLink>
);

/** Keeps the amount if the form uses the same currency. */
function startAgain(payment: PaymentWire) {
  if (planOf(payment)) return linkTo('/dashboard/plan', 'Open your plan');
  const { amount, currency, pay_currency: code, network } = payment;
  const isPricedAlike = currency === priceCurrencyOf({ code, isFiat: network === '' });
  const query = { ...(isPricedAlike && { amount }), currency: code };
  return linkTo(`/dashboard/wallet/add?${new URLSearchParams(query)}`, 'Start again');
}

const creditedOf = ({ credited_amount, currency }: PaymentWire) =>
  credited_amount && isAboveZero(credited_amount) ? formatMoney(credited_amount, currency) : null;

/** Money that arrived for a closed payment was credited as well. */
function afterClosing(payment: PaymentWire, without: string): string {
  const credited = creditedOf(payment);
  return credited ? `What arrived, ${credited}, is in your wallet.` : without;
}

const isChargedBack = ({ returns }: PaymentWire): boolean =>
  returns.some(({ kind, status }) => kind === 'chargeback' && status === 'done');

function lateOf({ late, currency, pay_currency }: PaymentWire): string {
  if (!late) return '';
  return currency === pay_currency
    ? ' It came late.'
    : ' It came late and was credited at the rate of its arrival.';
}

function completed(payment: PaymentWire): ResultBanner {
  const refunded = isAboveZero(payment.amount_refunded);
  const plan = planOf(payment);
  const back = refunded
    ? ` ${formatMoney(payment.amount_refunded, payment.currency)} was ${isChargedBack(payment) ? 'charged back' : 'refunded'} later.`
    : '';
  if (plan && payment.is_applied)
    return {
      tone: 'success',
      title: `${capitalize(plan)} has begun`,
      text: `${creditedOf(payment) ?? ''} arrived and paid for it.${back}`,
      action: linkTo('/dashboard/plan', 'Open your plan'),
    };
  const unused = plan ? ' No plan was waiting for it, so nothing was charged.' : '';
  return {
    tone: 'success',
    title: 'The money is in your wallet',
    text: `${creditedOf(payment) ?? ''} was credited.${lateOf(payment)}${unused}${back}`,
    action: linkTo('/dashboard/wallet', 'Open wallet'),
  };
}

function needsSupport(payment: PaymentWire): ResultBanner {
  const isUnknownCurrency = payment.transfers.some(({ currency }) => !isCurrency(currency));
  return {
    tone: 'warning',
    title: 'This payment needs our help',
    text: isUnknownCurrency
      ? 'Money came in a currency that we do not take, and is not credited yet. Write to us.'
      : afterClosing(payment, 'Money came late and was less than asked. Write to us.'),
    action: linkTo(`/dashboard/support/new?about=payment:${payment.uuid}`, 'Write to us'),
  };
}

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
    text: title ? request : `${payment.cancel_reason} ${request}`.trim(),
    action: startAgain(payment),
  };
}

const checkingBanner: ResultBanner = {
  tone: 'info',
  title: 'The time to pay is over',
  text: 'We are asking the payment provider whether your money came. Do not send any more.',
};

function bannerOf(payment: PaymentWire): ResultBanner | null {
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
        text: afterClosing(
          payment,
          'Nothing arrived. If you did pay, it is credited when it comes.',
        ),
        action: startAgain(payment),
      };
    case 'cancelled':
      return cancelled(payment);
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
        title: isChargedBack(payment)
          ? 'Your bank took this payment back'
          : 'This payment was refunded',
        text: `${formatMoney(payment.amount_refunded, payment.currency)} left your wallet again.`,
      };
    default:
      return payment.next_step === 'wait' ? checkingBanner : null;
  }
}

export function PaymentResult({ payment }: { payment: PaymentWire }) {
  const outcome = bannerOf(payment);
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
