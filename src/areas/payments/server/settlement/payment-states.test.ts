import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAmount, zero } from '#lib/money.ts';
import { testStateTable } from '#test/readers/state-table.ts';
import { type PaymentStatus, paymentStatuses } from '../../wire/payments.constants.ts';
import {
  canCancel,
  findTransition,
  isEnough,
  isFinal,
  listEvents,
  type PaymentEvent,
  type PaymentFacts,
  paymentEvents,
  type Transition,
} from './payment-states.ts';

const write = ({ kind, status, isLate, alertsStaff }: Transition): string =>
  [kind === 'applied' ? status : kind, isLate && 'late', alertsStaff && 'alert']
    .filter(Boolean)
    .join(' ');

testStateTable(new URL('../../README.md', import.meta.url), {
  states: paymentStatuses,
  events: paymentEvents,
  transition: (from, event) => write(findTransition(from, event)),
});

describe('whatever happens, in whatever order', () => {
  const anyEvents = fc.array(fc.constantFrom(...paymentEvents), { maxLength: 12 });
  const run = (list: PaymentEvent[]) =>
    list.reduce<PaymentStatus>((status, event) => findTransition(status, event).status, 'pending');

  it('a repeated event changes nothing more', () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom(...paymentEvents), (before, event) => {
        const once = findTransition(run(before), event).status;
        expect(findTransition(once, event).status).toBe(once);
      }),
    );
  });

  it('a completed payment is never open again', () => {
    fc.assert(
      fc.property(anyEvents, (list) => {
        // What was enough is not short afterwards.
        const possible = list.filter((event) => event !== 'reinstated_short');
        const after = run(['paid_enough', ...possible]);
        expect(['completed', 'refunded']).toContain(after);
      }),
    );
  });

  it('only a status that changed is said to be applied', () => {
    for (const status of paymentStatuses)
      for (const event of paymentEvents) {
        const made = findTransition(status, event);
        expect(made.kind === 'applied').toBe(made.status !== status);
      }
  });
});

it('only a pending payment can be cancelled', () => {
  expect(paymentStatuses.filter(canCancel)).toEqual(['pending']);
});

it('what still moves by itself is not final', () => {
  expect(paymentStatuses.filter((status) => !isFinal(status))).toEqual([
    'pending',
    'confirming',
    'confirmed',
    'partially_paid',
  ]);
});

const usd = (text: string) => toAmount(text, 'USD');

it.each([
  ['100.00', '99.00', true],
  ['100.00', '98.99', false],
  ['1.00', '0.99', true],
  ['1.01', '0.99', false],
  ['1.01', '1.00', true],
  ['50000.00', '60000.00', true],
])('of %s the arrived %s is enough: %s', (price, arrived, outcome) => {
  expect(isEnough(usd(arrived), usd(price))).toBe(outcome);
});

describe('the events in what a provider says', () => {
  const facts = (given: Partial<PaymentFacts>): PaymentFacts => ({
    providerStatus: 'pending',
    price: usd('100'),
    arrived: zero('USD'),
    hasNewMoney: false,
    returned: zero('USD'),
    newReversal: null,
    hasReinstated: false,
    ...given,
  });

  it.each<[string, Partial<PaymentFacts>, PaymentEvent[]]>([
    ['nothing yet', {}, []],
    ['money under way', { providerStatus: 'confirming' }, ['confirming']],
    ['finished without money', { providerStatus: 'completed' }, ['confirmed']],
    [
      'finished with all of it',
      { providerStatus: 'completed', arrived: usd('99.50'), hasNewMoney: true },
      ['paid_enough'],
    ],
    [
      'finished with too little: the word does not count',
      { providerStatus: 'completed', arrived: usd('60'), hasNewMoney: true },
      ['paid_short'],
    ],
    [
      'failed, but money arrived',
      { providerStatus: 'failed', arrived: usd('100'), hasNewMoney: true },
      ['paid_enough'],
    ],
    ['nothing new', { providerStatus: 'completed', arrived: usd('100') }, []],
    ['expired with a part', { providerStatus: 'expired', arrived: usd('10') }, ['expired']],
    ['ended by the provider', { providerStatus: 'cancelled' }, ['expired']],
    [
      'a partial refund',
      {
        providerStatus: 'completed',
        arrived: usd('100'),
        returned: usd('40'),
        newReversal: 'refund',
      },
      ['refunded_partial'],
    ],
    [
      'the rest of a refund',
      {
        providerStatus: 'refunded',
        arrived: usd('100'),
        returned: usd('100'),
        newReversal: 'refund',
      },
      ['refunded_full'],
    ],
    [
      'paid and taken back before we asked',
      {
        providerStatus: 'completed',
        arrived: usd('100'),
        hasNewMoney: true,
        returned: usd('100'),
        newReversal: 'chargeback',
      },
      ['paid_enough', 'chargeback'],
    ],
    [
      'a refund that failed',
      { providerStatus: 'completed', arrived: usd('100'), hasReinstated: true },
      ['reinstated_enough'],
    ],
    [
      'a refund of a short payment that failed, and one that followed',
      {
        arrived: usd('60'),
        hasReinstated: true,
        returned: usd('60'),
        newReversal: 'refund',
      },
      ['reinstated_short', 'refunded_full'],
    ],
    ['refunded before anything was credited', { providerStatus: 'refunded' }, ['refunded_full']],
  ])('%s', (_, given, expected) => {
    expect(listEvents(facts(given))).toEqual(expected);
  });
});
