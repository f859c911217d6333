// The page on which a card is saved: a button for every card of the sandbox.
import { markup } from '#lib/markup.ts';
import { sandboxCards } from './sandbox-card-behaviors.ts';
import type { CardSetupRow } from './sandbox-card-store.ts';
import { page } from './sandbox-page.ts';

export function cardPage({ cancel_url: cancelUrl }: CardSetupRow, refusal = ''): string {
  const cards = Object.entries(sandboxCards).map(
    ([behavior, { number, label }]) => markup`<li>
      <button name="card" value="${behavior}">Save ${number}</button>
      <span class="quiet">${label}</span></li>`,
  );
  return page(
    'Save a card',
    markup`
    <header><h1>Save a card</h1></header>
    ${refusal ? markup`<p class="refusal" role="alert">${refusal}</p>` : markup``}
    <p>Choose what happens when it is charged later.</p>
    <form method="post"><ul class="cards">${cards}</ul></form>
    <nav aria-label="Back"><a href="${cancelUrl}" rel="noreferrer">Back without a card</a></nav>`,
  );
}

export const missingCardPage = (): string =>
  page(
    'Page not found',
    markup`<header><h1>Page not found</h1></header>
      <p>The sandbox saves no card at this address. Start again from your payment methods.</p>`,
  );
