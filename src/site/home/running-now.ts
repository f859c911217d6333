// The captures on the home page.
import type { CaptureName } from '../captures/captures.ts';

type RunningScreen = {
  name: CaptureName;
  title: string;
  text: string;
  /** Where a visitor can open it. */
  path: string;
  action: string;
};

export const runningScreens: readonly RunningScreen[] = [
  {
    name: 'customs-result',
    title: 'Customs calculation',
    text: 'Each charge with its formula, rate and source. An unknown amount stays unknown.',
    path: '/customs',
    action: 'Calculate a duty',
  },
  {
    name: 'usage',
    title: 'Usage and limits',
    text: 'Requests and errors by day, key and product, against the limits of the plan.',
    path: '/auth',
    action: 'Open with a free account',
  },
  {
    name: 'statement',
    title: 'Account statement',
    text: 'Every payment and charge from the double-entry ledger, with the balance after it.',
    path: '/docs/payments',
    action: 'Read how it works',
  },
  {
    name: 'ticket',
    title: 'Support ticket',
    text: 'A question with the calculation it is about, seen by the customer and by staff.',
    path: '/docs/support',
    action: 'Read how it works',
  },
];
