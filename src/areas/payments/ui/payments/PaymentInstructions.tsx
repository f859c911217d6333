import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { trimZeros } from '../amounts.ts';
import { ExpiryClock } from './ExpiryClock.tsx';

const QrCode = lazy(() => import('./QrCode.tsx'));

type CopyRowProps = { term: string; value: string; label?: string; copyLabel: string };

const CopyRow = ({ term, value, label = value, copyLabel }: CopyRowProps) => (
  <div className="py-3 first:pt-0 last:pb-0">
    <dt className="text-sm text-quiet">{term}</dt>
    <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 flex-1 basis-44 font-mono wrap-anywhere">{label}</span>
      <CopyButton size="small" value={value} label={copyLabel} />
    </dd>
  </div>
);

function PayRows({ payment }: { payment: PaymentWire }) {
  const { pay_currency: currency, pay_address, pay_extra_id } = payment;
  const amount = payment.amount_left ?? payment.pay_amount;
  return (
    <dl className="min-w-0 flex-1 basis-72 divide-y divide-line">
      {amount && (
        <CopyRow
          term={payment.next_step === 'pay_rest' ? 'Still to send' : 'Send exactly'}
          value={trimZeros(amount)}
          label={formatMoney(amount, currency)}
          copyLabel="Copy amount"
        />
      )}
      {pay_address && (
        <CopyRow
          term={`To this address on the ${payment.network_name} network`}
          value={pay_address}
          copyLabel="Copy address"
        />
      )}
      {pay_extra_id && <CopyRow term="With this memo" value={pay_extra_id} copyLabel="Copy memo" />}
    </dl>
  );
}

/** After a short payment the code contains the rest only. */
function PaymentQr({ payment }: { payment: PaymentWire }) {
  if (!payment.qr_data) return null;
  const isRest = payment.next_step === 'pay_rest';
  return (
    <figure className="grid w-48 gap-2">
      <Suspense fallback={<Skeleton className="size-48" />}>
        <QrCode
          text={payment.qr_data}
          label={isRest ? 'QR code to pay the rest' : 'QR code to pay with'}
        />
      </Suspense>
      <figcaption className="text-sm text-quiet">
        Scan it with your wallet app{isRest && '; it asks for the rest alone'}.
      </figcaption>
    </figure>
  );
}

const MemoWarning = () => (
  <Banner tone="warning" title="The memo is needed">
    Without it your money can't be told apart from others' and may be lost.
  </Banner>
);

function ShortWarning({ payment }: { payment: PaymentWire }) {
  const { pay_currency, actually_paid, amount_left } = payment;
  return (
    <Banner tone="warning" title="The amount was short">
      {formatMoney(actually_paid, pay_currency)} arrived
      {amount_left && `, ${formatMoney(amount_left, pay_currency)} is missing`}.{' '}
      {payment.pay_address
        ? 'Send the rest to the same address.'
        : 'Pay the rest on the payment page.'}{' '}
      {payment.credited_amount
        ? `${formatMoney(payment.credited_amount, payment.currency)} is in your wallet already.`
        : 'If you do not, what arrived is credited when the time is over.'}
    </Banner>
  );
}

type PaymentInstructionsProps = { payment: PaymentWire; untilMs: number; onOver: () => void };

export function PaymentInstructions({ payment, untilMs, onOver }: PaymentInstructionsProps) {
  const { pay_address, pay_extra_id, payment_url } = payment;
  const hasRate = payment.currency !== payment.pay_currency;
  return (
    <Panel
      title={payment.next_step === 'pay_rest' ? 'Send the rest' : 'Pay'}
      actions={
        <ExpiryClock
          label={hasRate ? 'Rate held for' : 'Time left:'}
          untilMs={untilMs}
          onOver={onOver}
        />
      }
    >
      <div className="grid gap-5">
        {payment.next_step === 'pay_rest' && <ShortWarning payment={payment} />}
        {pay_extra_id && <MemoWarning />}
        {pay_address ? (
          <div className="flex flex-wrap gap-6">
            <PaymentQr payment={payment} />
            <PayRows payment={payment} />
          </div>
        ) : (
          <p>
            You pay {payment.pay_amount && formatMoney(payment.pay_amount, payment.pay_currency)} on
            the provider's page and come back here.
          </p>
        )}
        {payment_url && (
          <div>
            <ButtonLink
              href={payment_url}
              rel="noreferrer"
              variant={pay_address ? 'secondary' : 'primary'}
              icon={<ExternalLink size={16} aria-hidden />}
            >
              Open the payment page
            </ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  );
}
