import type { ReactNode } from 'react';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { isAboveZero } from '../amounts.ts';
import { readPlanName } from './plan-payment.ts';

type Fact = { term: string; description: ReactNode; isNumeric?: boolean };

const figure = (term: string, description: string): Fact => ({
  term,
  description,
  isNumeric: true,
});

function listFacts(payment: PaymentWire): Fact[] {
  const price = (text: string) => formatMoney(text, payment.currency);
  const paid = (text: string) => formatMoney(text, payment.pay_currency);
  return [
    figure('Number', payment.internal_id),
    figure(readPlanName(payment) ? 'Price' : 'Wallet gets', price(payment.amount)),
    ...(isAboveZero(payment.fee_amount) ? [figure('Fee', price(payment.fee_amount))] : []),
    ...(payment.pay_amount ? [figure('To pay', paid(payment.pay_amount))] : []),
    figure('Arrived', paid(payment.actually_paid)),
    ...(payment.credited_amount ? [figure('Credited', price(payment.credited_amount))] : []),
    ...(isAboveZero(payment.amount_refunded)
      ? [figure('Returned', price(payment.amount_refunded))]
      : []),
    { term: 'Started', description: <RelativeTime value={payment.created_at} /> },
    ...(payment.description ? [{ term: 'Description', description: payment.description }] : []),
  ];
}

export const PaymentFacts = ({ payment }: { payment: PaymentWire }) => (
  <Panel title="Details">
    <DescriptionList items={listFacts(payment)} />
  </Panel>
);

type Transfer = PaymentWire['transfers'][number];

const shorten = (hash: string) => (hash.length > 20 ? `${hash.slice(0, 16)}…` : hash);

function TransferHash({ transfer: { hash, explorer_url: url } }: { transfer: Transfer }) {
  if (!hash) return null;
  const text = <span className="font-mono">{shorten(hash)}</span>;
  if (!url) return text;
  return (
    <a href={url} rel="noreferrer" className="link">
      {text}
    </a>
  );
}

export function PaymentTransfers({ payment }: { payment: PaymentWire }) {
  if (payment.transfers.length === 0) return null;
  return (
    <Panel title="Money that arrived" isFlush>
      <ul className="divide-y divide-line">
        {payment.transfers.map((one) => (
          <li key={one.uuid} className="flex flex-wrap justify-between gap-x-6 px-5 py-3">
            <p className="font-mono">{formatMoney(one.amount, one.currency)}</p>
            <p className="text-sm text-quiet">
              {one.credited_at ? 'Credited' : 'Not credited yet'}, seen{' '}
              <RelativeTime value={one.seen_at} /> <TransferHash transfer={one} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
