// The pages on which a developer pays, and those on which things happen that nobody at a keyboard
// starts: disputes, refunds that fail, payouts, and how webhooks are sent.
import { type Markup, markup } from '#lib/markup.ts';
import { endPayout, exponentFor, payOut } from './balance.ts';
import type { Delivery, Outbox } from './events.ts';
import type { StripeObject } from './objects.ts';
import { closeDispute, type DisputeStart, failRefund, openDispute } from './reversals.ts';
import { decideDebit, expireSession, paySession, saveCard } from './sessions.ts';
import { type Account, find, listAll } from './state.ts';
import { StripeFault } from './stripe-error.ts';

export type Page = { status: number; body: string; location?: string };
export type Control = { account: Account; outbox: Outbox; delivery: Delivery };

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:52rem;margin:2rem auto;padding:0 1rem}form{display:inline}
button{font:inherit;padding:.4rem .9rem;margin:.2rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8886}`;

function page(title: string, content: Markup): string {
  const { html } = markup`<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${{ html: style }}</style></head><body><h1>${title}</h1>${content}</body></html>`;
  return `<!doctype html>${html}`;
}

const button = (action: string, label: string, id = ''): Markup =>
  markup`<form method="post"><input type="hidden" name="id" value="${id}"><button name="action" value="${action}">${label}</button></form>`;

const money = ({ amount, currency }: Record<string, unknown>): string =>
  `${(Number(amount) / 10 ** exponentFor(String(currency))).toFixed(exponentFor(String(currency)))} ${String(currency).toUpperCase()}`;

/** Decline codes, as a developer may want to see them. */
const declines = [
  'card_declined',
  'insufficient_funds',
  'authentication_required',
  'expired_card',
  'processing_error',
] as const;

export const visa = { last4: '4242', brand: 'visa', fingerprint: 'Xt5EWLLDS7FJjR1c' } as const;

/** What the owner of a card does, by the name of a button. */
function act(account: Account, session: StripeObject, action: string): string | undefined {
  const { id } = session;
  const back = (url: unknown) => String(url).replaceAll('{CHECKOUT_SESSION_ID}', id);
  if (action === 'abandon') return back(session.cancel_url);
  if (session.mode === 'setup') {
    const code = declines.find((one) => one === action);
    // Stripe marks each number; a card that declines has another one.
    saveCard(account, id, { ...visa, fingerprint: `${visa.fingerprint}${code ?? ''}` }, code);
  } else if (action === 'pay' || action === 'pay_later') paySession(account, id, action);
  else {
    paySession(account, id, { decline: action === 'decline' ? 'card_declined' : action });
    return undefined;
  }
  return back(session.success_url);
}

const payButtons = markup`${button('pay', 'Pay')}${button('decline', 'Decline')}${button('abandon', 'Abandon')}
<p>A payment with 3-D Secure: ${button('bank', 'Pay with confirmation')}. A bank debit, which is decided later:
${button('pay_later', 'Pay by debit')}</p>`;

const bankButtons = markup`<p>The bank asks for a confirmation of this payment.</p>
${button('pay', 'Confirm')}${button('authentication_required', 'Refuse')}`;

const cardButtons = markup`${button('pay', 'Save a card that pays')}${button('abandon', 'Abandon')}
<p>Or one that fails whenever it is charged:</p>${declines.map((code) => button(code, code))}`;

export function checkoutPage(account: Account, id: string, action = ''): Page {
  try {
    const session = find(account, 'checkout.session', id);
    const before = session.payment_intent;
    const location = action && action !== 'bank' ? act(account, session, action) : undefined;
    if (location) return { status: 303, body: '', location };
    const isSetup = session.mode === 'setup';
    const buttons = action === 'bank' ? bankButtons : isSetup ? cardButtons : payButtons;
    const title = isSetup
      ? 'Save a card'
      : `Pay ${money({ amount: session.amount_total, currency: session.currency })}`;
    const isDeclined = before !== session.payment_intent || (action && action !== 'bank');
    return {
      status: 200,
      body: page(
        title,
        markup`<p>This page stands in for Stripe's: no money moves.</p>
${isDeclined ? markup`<p role="alert">Your card was declined.</p>` : ''}
${session.status === 'open' ? buttons : markup`<p>This session is ${String(session.status)}.</p>`}`,
      ),
    };
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return { status: error.status, body: page('Not possible', markup`<p>${error.message}</p>`) };
  }
}

const starts: readonly DisputeStart[] = ['dispute', 'inquiry', 'prevented'];

/** Performs what a button of the control page says. */
export async function control(state: Control, action: string, id: string): Promise<void> {
  const { account, outbox, delivery } = state;
  const start = starts.find((one) => one === action);
  if (start) openDispute(account, id, start);
  else if (action === 'won' || action === 'lost') closeDispute(account, id, action);
  else if (action === 'fail_refund') failRefund(account, id);
  else if (action === 'debit_paid' || action === 'debit_failed')
    decideDebit(account, id, action === 'debit_paid');
  else if (action === 'expire') expireSession(account, id);
  else if (action === 'pay_out') payOut(account);
  else if (action === 'paid' || action === 'failed') endPayout(account, id, action);
  else if (action === 'twice') delivery.copies = delivery.copies === 2 ? 1 : 2;
  else if (action === 'reversed') delivery.isReversed = !delivery.isReversed;
  else if (action === 'deliver') await outbox.deliver(delivery);
}

type Row = readonly [string, string, Markup[]];

function listRows(account: Account): Row[] {
  const of = (object: string) => listAll(account, object).reverse();
  const buttons = (id: string, ...actions: [string, string][]) =>
    actions.map(([action, label]) => button(action, label, id));
  return [
    ...of('checkout.session').map(({ id, mode, status, payment_status }): Row => {
      const isDebit = status === 'complete' && payment_status === 'unpaid';
      const debit = buttons(id, ['debit_paid', 'Debit pays'], ['debit_failed', 'Debit fails']);
      return [id, `${mode}, ${status}`, isDebit ? debit : []];
    }),
    ...of('payment_intent').map((one): Row => {
      const actions = buttons(
        one.id,
        ['dispute', 'Dispute'],
        ['inquiry', 'Inquiry'],
        ['prevented', 'Prevented'],
      );
      return [one.id, `${money(one)}, ${one.status}`, one.status === 'succeeded' ? actions : []];
    }),
    ...of('refund').map((one): Row => {
      const actions = one.status === 'succeeded' ? buttons(one.id, ['fail_refund', 'Fail']) : [];
      return [one.id, `${money(one)}, ${one.status}`, actions];
    }),
    ...of('dispute').map((one): Row => {
      const actions = buttons(one.id, ['won', 'Won'], ['lost', 'Lost']);
      return [one.id, `${money(one)}, ${one.status}`, actions];
    }),
    ...of('payout').map((one): Row => {
      const actions = buttons(one.id, ['paid', 'Arrived'], ['failed', 'Fail']);
      return [one.id, `${money(one)}, ${one.status}`, one.status === 'in_transit' ? actions : []];
    }),
  ];
}

export function controlPage({ account, outbox, delivery }: Control): Page {
  const rows = listRows(account).map(
    ([id, text, actions]) => markup`<tr><td>${id}</td><td>${text}</td><td>${actions}</td></tr>`,
  );
  return {
    status: 200,
    body: page(
      'Stripe, played on this machine',
      markup`<p>${String(outbox.waiting.length)} events wait. ${button('deliver', 'Send them now')}
${button('twice', delivery.copies === 2 ? 'Send each once' : 'Send each twice')}
${button('reversed', delivery.isReversed ? 'Send in order' : 'Send in reverse')}
${button('pay_out', 'Pay out')}</p>
<table><thead><tr><th>Object</th><th>State</th><th>What happens next</th></tr></thead>
<tbody>${rows}</tbody></table>`,
    ),
  };
}
