// What one account has in one mode: its objects, as they are stored, with references by id.
import { randomBytes } from 'node:crypto';
import { complete, hasField, isExpandable, prefixFor, type StripeObject } from './objects.ts';
import type { Values } from './parameters.ts';
import { badRequest, missingObject } from './stripe-error.ts';

export type Account = {
  id: string;
  isLive: boolean;
  now: () => Date;
  /** The currency of its balance: other money is converted. */
  currency: string;
  objects: Map<string, StripeObject>;
  /** What a saved card does when it is charged: nothing, or a decline code. */
  declines: Map<string, string>;
  /** Answers by idempotency key. */
  answers: Map<string, StoredAnswer>;
  notify: (type: string, object: StripeObject) => void;
};
export type StoredAnswer = { call: string; body: string; answer: Answer; atMs: number };
export type Answer = { status: number; body: unknown };

/** Of the length that Stripe's have. */
const createId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export const secondsNow = ({ now }: Account): number => Math.floor(now().getTime() / 1000);

export function create(account: Account, object: string, values: object): StripeObject {
  const usual = { created: secondsNow(account), livemode: account.isLive };
  const known = Object.entries(usual).filter(([name]) => hasField(object, name));
  const stored = complete(object, {
    id: createId(prefixFor(object)),
    ...Object.fromEntries(known),
    ...values,
  });
  account.objects.set(stored.id, stored);
  return stored;
}

export function change(account: Account, id: string, values: object): StripeObject {
  const before = account.objects.get(id)!;
  complete(before.object, values as Record<string, unknown>);
  Object.assign(before, values);
  return before;
}

const nouns: Readonly<Record<string, string>> = {
  'checkout.session': 'checkout.session',
  payment_method: 'PaymentMethod',
};

/** Throws resource_missing, which names the parameter: an object of the path is not found, 404. */
export function find(account: Account, object: string, id: string, param?: string): StripeObject {
  const found = account.objects.get(id);
  if (found?.object === object) return found;
  throw missingObject(nouns[object] ?? object, id, param, param ? 400 : 404);
}

export const listAll = (account: Account, object: string): StripeObject[] =>
  [...account.objects.values()].filter((one) => one.object === object);

const pageNames = ['limit', 'starting_after', 'ending_before', 'expand', 'created'];

/** The newest first. Other parameters are fields that have to be equal. */
export function list(account: Account, object: string, values: Values, url: string) {
  const { limit = 10, starting_after: after, ending_before: before, created } = values;
  if (typeof limit !== 'number' || limit < 1 || limit > 100)
    throw badRequest('This value must be between 1 and 100.', { param: 'limit' });
  const filters = Object.entries(values).filter(([name]) => !pageNames.includes(name));
  const all = listAll(account, object)
    .reverse()
    .filter((one) => filters.every(([name, value]) => readId(one[name]) === value))
    .filter((one) => isWithin(one.created, created));
  const place = (id: unknown, param: string) => {
    const at = all.findIndex((one) => one.id === id);
    if (at < 0) throw missingObject(nouns[object] ?? object, String(id), param, 400);
    return at;
  };
  const rest = after ? all.slice(place(after, 'starting_after') + 1) : all;
  const page = before
    ? all.slice(Math.max(0, place(before, 'ending_before') - limit), place(before, 'ending_before'))
    : rest.slice(0, limit);
  const hasMore = before ? place(before, 'ending_before') > limit : rest.length > limit;
  return { object: 'list', data: page, has_more: hasMore, url };
}

export const readId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

function isWithin(at: number, range: Values[string] | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return at === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range as Values;
  return at > Number(gt) && at >= Number(gte) && at < Number(lt) && at <= Number(lte);
}

/** `path` is such as `payment_intent.latest_charge`; in lists it begins with `data`. */
export function expand(account: Account, value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => expand(account, one, path));
  const object = value as StripeObject;
  if (object.object === 'list' && name === 'data')
    return { ...object, data: (object.data as unknown[]).map((one) => expand(account, one, rest)) };
  if (!isExpandable(object.object, name))
    throw badRequest(`This property cannot be expanded (${name}).`, { param: 'expand' });
  const inner = object[name];
  const found = typeof inner === 'string' ? (account.objects.get(inner) ?? inner) : inner;
  return { ...object, [name]: expand(account, found, rest) };
}
