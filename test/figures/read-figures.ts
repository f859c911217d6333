// Reads of one account, for comparisons of its figures.
import type { SubscriptionWire } from '#areas/billing/wire/subscriptions.ts';
import type { UsageSummaryWire } from '#areas/billing/wire/usage.ts';
import { addAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { readCsv } from '../readers/csv.ts';
import { send } from '../requests.ts';

export type Reader = ReturnType<typeof createReader>;
type Query = Record<string, string | undefined>;
type UsageList = { count: number; summary: UsageSummaryWire };

export function createReader(t: TestApp, who: SignedIn) {
  async function answer(path: string, query: Query = {}) {
    const known = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
    const reply = await send(t, 'GET', `${path}?${new URLSearchParams(known)}`, undefined, who);
    if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
    return reply;
  }
  const get = async <T>(path: string, query: Query = {}): Promise<T> =>
    (await answer(path, query)).body as T;
  return {
    get,
    /** Rows of a download as objects. */
    csv: async (path: string, query: Query = {}): Promise<Record<string, string>[]> => {
      const { raw } = await answer(path, { ...query, format: 'csv' });
      const [names = [], ...rows] = readCsv(raw.body.replace(/^\ufeff/, ''));
      return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
    },
    usage: (query: Query = {}) =>
      get<UsageList>('/apix/billing/usage/', { ...all(query), ...query }),
    plan: () => get<SubscriptionWire>('/apix/billing/subscriptions/current/'),
    chart: <T>(metric: string, query: Query = {}) =>
      get<T>('/apix/billing/charts/detailed/', { metric, ...query }),
  };
}

/** As long as records are kept, unless a time is wanted. */
const all = (query: Query): Query => (query.created_after ? {} : { period: '90d' });

export const sum = (numbers: readonly (number | string)[]): number =>
  numbers.reduce<number>((total, one) => total + Number(one), 0);

export const sumMoney = (texts: readonly string[]): string =>
  toDecimalText(texts.map((text) => toAmount(text, 'USD')).reduce(addAmounts, zero('USD')));
