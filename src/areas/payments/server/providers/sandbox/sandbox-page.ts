// The checkout page: what to pay, and a button for every action.

import { createHash } from 'node:crypto';
import { renderSVG } from 'uqr';
import { findCurrency } from '#lib/currencies.ts';
import { minuteMs } from '#lib/durations.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Markup, markup } from '#lib/markup.ts';
import { isPositive, subtractAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import { paymentUri } from '../payment-uri.ts';
import { actions, type SandboxAction } from './sandbox-actions.ts';
import { sumPaid } from './sandbox-payments.ts';
import type { EventRow, SandboxRecords, TransferRow } from './sandbox-store.ts';
import { checkoutStyle } from './sandbox-style.ts';

const styleHash = createHash('sha256').update(checkoutStyle).digest('base64');
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export type Checkout = {
  records: SandboxRecords;
  events: EventRow[];
  /** Why the last action was refused; empty otherwise. */
  refusal: string;
  now: Date;
  siteUrl: string;
};

const statusLabels: Readonly<Record<string, string>> = {
  waiting: 'Waiting for money',
  confirming: 'Confirming',
  confirmed: 'Confirmed',
  finished: 'Paid',
  partially_paid: 'Paid in part',
  failed: 'Failed',
  expired: 'Expired',
  refunded: 'Refunded',
};

export function checkoutPage({ records, events, refusal, now, siteUrl }: Checkout): string {
  const { payment, transfers } = records;
  const price = formatAmount(toAmount(payment.price_amount, payment.price_currency));
  const label = statusLabels[payment.status] ?? payment.status;
  return page(
    `Pay ${price}`,
    markup`
    <header>
      <h1>Pay ${price}</h1>
      <p><span class="status status-${payment.status}" role="status">${label}</span></p>
    </header>
    ${refusal ? markup`<p class="refusal" role="alert">${refusal}</p>` : markup``}
    <div class="columns">
      <div>${qrCode(records, siteUrl)}</div>
      ${whatToPay(records, now)}
    </div>
    ${buttons(records)}
    ${transfers.length > 0 ? transferTable(transfers) : markup``}
    ${events.length > 0 ? eventTable(events) : markup``}
    <nav aria-label="Back">
      ${linkTo(payment.success_url, 'Back to the shop, paid')}
      ${linkTo(payment.cancel_url, 'Back to the shop, not paid')}
    </nav>`,
  );
}

export const missingPage = (): string =>
  page(
    'Payment not found',
    markup`<header><h1>Payment not found</h1></header>
      <p>The sandbox knows no payment of this address. Start it again from your wallet.</p>`,
  );

/** The addresses are user input: only http and https may be linked. */
function linkTo(address: string | null, label: string): Markup {
  const isWeb = /^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '');
  return isWeb ? markup`<a href="${address!}" rel="noreferrer">${label}</a>` : markup``;
}

function qrCode({ payment }: SandboxRecords, siteUrl: string): Markup {
  const amount = toAmount(payment.pay_amount, payment.pay_currency);
  const text = payment.pay_address
    ? paymentUri(amount, {
        address: payment.pay_address,
        extraId: payment.pay_extra_id,
        contract: null,
      })
    : `${siteUrl}/pay/sandbox/${payment.id}`;
  const svg = renderSVG(text, { ecc: 'M', border: 1 });
  return markup`<div class="qr" role="img" aria-label="QR code of the address and amount">
    ${{ html: svg }}</div>`;
}

function whatToPay(records: SandboxRecords, now: Date): Markup {
  const { payment } = records;
  const price = toAmount(payment.pay_amount, payment.pay_currency);
  const sent = toAmount(sumPaid(records).toFixed(), payment.pay_currency);
  const missing = isPositive(sent) ? subtractAmounts(price, sent) : zero(price.currency);
  const ends = payment.expires_at;
  const minutes = Math.ceil((ends.getTime() - now.getTime()) / minuteMs);
  const left = minutes > 0 ? `in ${minutes} min` : 'over';
  const warning = payment.pay_extra_id
    ? markup`<p class="memo">Without the memo the money can't be told apart from others'.</p>`
    : markup``;
  return markup`<div><dl>
      <dt>Send exactly</dt><dd class="figure">${formatAmount(price)}</dd>
      ${isPositive(missing) ? term('Still missing', formatAmount(missing)) : markup``}
      ${term('To this address', payment.pay_address)}
      ${term('With this memo', payment.pay_extra_id)}
      <dt>The price holds until</dt>
      <dd><time datetime="${ends.toISOString()}">${readable(ends)}</time>
        <span class="quiet">(${left})</span></dd>
      ${term('For', payment.description)}
    </dl>${warning}</div>`;
}

const term = (name: string, value: string | null): Markup =>
  value ? markup`<dt>${name}</dt><dd><code>${value}</code></dd>` : markup``;

const button = (action: SandboxAction, look = ''): Markup =>
  markup`<button name="action" value="${action}" class="${look}">${actions[action]}</button>`;

function buttons({ payment }: SandboxRecords): Markup {
  const half = toDecimalText({
    currency: payment.pay_currency,
    minor: toAmount(payment.pay_amount, payment.pay_currency).minor / 2n,
  });
  return markup`<h2>What happens next?</h2>
    <form method="post">
      <div class="buttons">${button('pay', 'main')}${button('pay_rest')}${button('pay_over')}</div>
    </form>
    <form method="post">
      <div class="buttons">
        <label>Amount in ${findCurrency(payment.pay_currency)?.token ?? payment.pay_currency}
          <input name="amount" value="${half}" inputmode="decimal" autocomplete="off"></label>
        ${button('pay_part')}
      </div>
    </form>
    <form method="post">
      <div class="buttons">${button('send')}${button('confirm')}${button('finish')}</div>
      <div class="buttons">${button('fail')}${button('expire')}${button('refund')}
        ${button('chargeback')}</div>
    </form>
    <p class="quiet">Paying after the payment expired or failed is a late payment; paying again
      after it is finished is a second one.</p>`;
}

function transferTable(transfers: TransferRow[]): Markup {
  const rows = transfers.map(
    (one) => markup`<tr><td>${readable(one.created_at)}</td>
      <td>${formatAmount(toAmount(one.amount, one.currency))}</td>
      <td>${String(one.confirmations)}</td>
      <td><code>${one.hash.slice(0, 16)}&hellip;</code></td></tr>`,
  );
  return markup`<h2>Money that was sent</h2>
    <div class="scroll" role="region" aria-label="Money that was sent" tabindex="0"><table>
    <thead><tr><th scope="col">Time</th><th scope="col">Amount</th>
      <th scope="col">Confirmations</th><th scope="col">Hash</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

function eventTable(events: EventRow[]): Markup {
  const rows = events.map(
    (one) => markup`<tr><td>${readable(one.created_at)}</td><td>${one.provider_status}</td>
      <td>${describeAnswer(one)}</td>
      <td><form method="post"><input type="hidden" name="event" value="${one.id}">
        <button class="small">Send again</button>
        <button class="small" name="how" value="forged">Send forged</button></form></td></tr>`,
  );
  return markup`<h2>Webhooks</h2>
    <p class="quiet">Sending an older one again makes events arrive twice and out of order.</p>
    <div class="scroll" role="region" aria-label="Webhooks" tabindex="0"><table>
    <thead><tr><th scope="col">Time</th><th scope="col">Status</th><th scope="col">Last response</th>
      <th scope="col">Deliver</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

function describeAnswer({ response_status, error, deliveries }: EventRow): string {
  if (deliveries === 0) return 'Not sent';
  const times = deliveries > 1 ? `, sent ${deliveries} times` : '';
  return `${response_status ?? error ?? ''}${times}`;
}

/** `2026-11-20 20:31:07 UTC`. */
const readable = (at: Date): string =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

export function page(title: string, main: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} &middot; Sandbox</title>
<style>${{ html: checkoutStyle }}</style></head>
<body><aside class="test" aria-label="Note">Sandbox: no real money.</aside>
<main>${main}</main></body></html>`.html;
}
