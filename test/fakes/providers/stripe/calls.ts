// The calls that our code makes, each with its parameters, the permission that a restricted key needs,
// and what it does. There are no others: a new one has to be added here.
import { listInPayout, readBalance } from './balance.ts';
import type { StripeObject } from './objects.ts';
import type { Values } from './parameters.ts';
import { cancelIntent, createIntent } from './payments.ts';
import { createRefund } from './reversals.ts';
import {
  createCustomer,
  createSession,
  deleteCustomer,
  detachMethod,
  expireSession,
} from './sessions.ts';
import { type Account, find, list } from './state.ts';

export type Request = {
  account: Account;
  id: string;
  values: Values;
  path: string;
  pageUrl: string;
};
export type Call = {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: RegExp;
  /** Of its parameters, in a file of the package's types. */
  types: readonly [file: string, name: string];
  permission: string;
  perform: (request: Request) => unknown;
};

type Noun = {
  path: string;
  object: string;
  file: string;
  type: string;
  /** Of Stripe's names for permissions, `rak_<name>_read` and `_write`. */
  permission: string;
};

const sessions: Noun = {
  path: 'checkout/sessions',
  object: 'checkout.session',
  file: 'Checkout/Sessions',
  type: 'Checkout.Session',
  permission: 'checkout_session',
};
const noun = (path: string, file: string, permission: string): Noun => ({
  path,
  object: path.slice(0, -1),
  file,
  type: file.slice(0, -1),
  permission,
});
const customers = noun('customers', 'Customers', 'customer');
const intents = noun('payment_intents', 'PaymentIntents', 'payment_intent');
const methods = noun('payment_methods', 'PaymentMethods', 'payment_method');
const refunds = noun('refunds', 'Refunds', 'charge');
const transactions = noun(
  'balance_transactions',
  'BalanceTransactions',
  'balance_transaction_source',
);
const nouns = [
  sessions,
  customers,
  intents,
  methods,
  refunds,
  transactions,
  noun('setup_intents', 'SetupIntents', 'setup_intent'),
  noun('charges', 'Charges', 'charge'),
  noun('disputes', 'Disputes', 'dispute'),
  noun('payouts', 'Payouts', 'payout'),
  noun('events', 'Events', 'event'),
  noun('webhook_endpoints', 'WebhookEndpoints', 'webhook'),
];

function on(
  { path, file, type, permission }: Noun,
  call: `${Call['method']} ${string}`,
  [action, perform]: [string, Call['perform']],
): Call {
  const [method = '', rest = ''] = call.split(' ');
  return {
    method: method as Call['method'],
    pattern: new RegExp(`^/v1/${path}${rest.replace(':id', '([^/]+)')}$`),
    types: [`resources/${file}`, `${type}${action}Params`],
    permission: `rak_${permission}_${method === 'GET' ? 'read' : 'write'}`,
    perform,
  };
}

const account: Noun = {
  path: 'account',
  object: 'account',
  file: 'Accounts',
  type: 'Account',
  permission: 'accounts_kyc_basic',
};
const balance: Noun = {
  ...account,
  path: 'balance',
  file: 'Balance',
  type: 'Balance',
  permission: 'balance',
};

function listTransactions({ account, values, path }: Request): object {
  const { payout, ...others } = values;
  if (typeof payout !== 'string') return list(account, 'balance_transaction', others, path);
  const of = new Set<StripeObject>(listInPayout(account, payout));
  const objects = new Map([...account.objects].filter(([, one]) => of.has(one)));
  return list({ ...account, objects }, 'balance_transaction', others, path);
}

export const calls: readonly Call[] = [
  on(account, 'GET ', ['RetrieveCurrent', ({ account }) => find(account, 'account', account.id)]),
  on(balance, 'GET ', ['Retrieve', ({ account }) => readBalance(account)]),
  on(customers, 'POST ', ['Create', ({ account, values }) => createCustomer(account, values)]),
  on(customers, 'DELETE /:id', ['Delete', ({ account, id }) => deleteCustomer(account, id)]),
  on(sessions, 'POST ', [
    'Create',
    ({ account, values, pageUrl }) => createSession(account, values, pageUrl),
  ]),
  on(sessions, 'POST /:id/expire', ['Expire', ({ account, id }) => expireSession(account, id)]),
  on(intents, 'POST ', ['Create', ({ account, values }) => createIntent(account, values)]),
  on(intents, 'POST /:id/cancel', ['Cancel', ({ account, id }) => cancelIntent(account, id)]),
  on(methods, 'POST /:id/detach', ['Detach', ({ account, id }) => detachMethod(account, id)]),
  on(refunds, 'POST ', ['Create', ({ account, values }) => createRefund(account, values)]),
  on(transactions, 'GET ', ['List', listTransactions]),
  ...nouns.flatMap((one) => [
    on(one, 'GET /:id', ['Retrieve', ({ account, id }) => find(account, one.object, id)]),
    on(one, 'GET ', [
      'List',
      ({ account, values, path }) => list(account, one.object, values, path),
    ]),
  ]),
];
