// A plain page on which a developer plays what customers, their networks and NOWPayments do.
import { markup } from '#lib/markup.ts';
import type { Payment } from './books.ts';
import type { Play } from './plays.ts';

export function writePage(payments: readonly Payment[], plays: Readonly<Record<string, Play>>) {
  const buttons = ({ id }: Payment) =>
    Object.entries(plays).map(
      ([name, { label }]) =>
        markup`<button name="play" value="${name}" formaction="/play/${String(id)}">${label}</button> `,
    );
  const rows = payments.map(
    (payment) => markup`<tr><th scope="row">${String(payment.id)}</th>
      <td>${payment.description ?? ''}</td>
      <td>${payment.priceAmount.toFixed()} ${payment.priceCurrency}</td>
      <td>${payment.paid.toFixed()} of ${payment.payAmount.toFixed()} ${payment.payCurrency}</td>
      <td>${payment.status}</td>
      <td>${payment.parent ? markup`of ${String(payment.parent.id)}` : markup``}
        ${payment.parent ? [] : buttons(payment)}</td></tr>`,
  );
  const table = markup`<table><thead><tr><th>Payment</th><th>For</th><th>Price</th><th>Received</th>
    <th>Status</th><th>What happens next</th></tr></thead><tbody>${rows}</tbody></table>`;
  return markup`<!DOCTYPE html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>NOWPayments, played here</title>
    <h1>NOWPayments, played here</h1><p>No money moves. Newest payments first.</p>
    <form method="post">${rows.length > 0 ? table : markup`<p>There is no payment yet.</p>`}</form>
    </html>`.html;
}
