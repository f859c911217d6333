// The calls of the calculator. They carry no cookies, and need no permission in advance.
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import {
  embedCalculationPath,
  embedCodesPath,
  embedFormPath,
  embedScriptPath,
} from '../../../wire/embed/embed.constants.ts';
import type { EmbedCodesWire, EmbedFormWire, EmbedResultWire } from '../../../wire/embed/embed.ts';

/** A refusal in plain words; `fields` are the messages at single fields. */
export class Refusal extends Error {
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** What visitors of another site can understand. Owners find the rest in their dashboard. */
const sentences: Readonly<Record<string, string>> = {
  embed_key_invalid: 'This calculator is switched off: its key is not valid.',
  embed_origin_refused: 'This calculator is not allowed on this site.',
  embed_quota_reached: 'This calculator has reached its limit for today. Try again tomorrow.',
  quota_exceeded: 'This calculator has reached the limit of its plan. Try again later.',
  subscription_required: 'This calculator is not available at the moment.',
  feature_off: 'Calculations are switched off at the moment. Try again later.',
  throttled: 'These were many calculations in a short time. Try again in an hour.',
  rule_set_not_found: 'There are no rules for this country and date yet.',
  busy: 'The service is busy. Try again in a moment.',
};
const unexpected = 'Something went wrong. Try again in a moment.';
const unreachable = 'The calculator can’t be reached. Check your connection and try again.';

type Body = Readonly<Record<string, unknown>>;

/** The first message of a field, at any depth: `{ price: { currency: ['...'] } }`. */
function firstMessage(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.map(firstMessage).find(Boolean) ?? '';
}

/** The calculator has one line of goods: its fields are among those of the consignment. */
function flattenLine({ items, ...rest }: Body): Body {
  const [line] = Array.isArray(items) ? (items as unknown[]) : [];
  return { ...rest, ...(typeof line === 'object' ? line : items ? { hs_code: items } : {}) };
}

export function toRefusal(status: number, body: Body): Refusal {
  const { code } = body;
  if (typeof code === 'string') return new Refusal(sentences[code] ?? unexpected);
  if (status !== 400) return new Refusal(unexpected);
  const fields = Object.entries(flattenLine(body)).map(([name, value]) => [
    name,
    firstMessage(value),
  ]);
  return new Refusal('Some facts are not valid.', Object.fromEntries(fields));
}

async function get<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
  const address = new URL(path, origin);
  for (const [name, value] of Object.entries(query))
    if (value !== '') address.searchParams.set(name, value);
  const response = await fetch(address, { credentials: 'omit' }).catch(() => {
    throw new Refusal(unreachable);
  });
  const body: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw toRefusal(response.status, body as Body);
  return body as T;
}

/** Where this script came from; the page itself when it is part of a larger one. */
function findOrigin(): string {
  const { currentScript } = document;
  const source = currentScript instanceof HTMLScriptElement ? currentScript.src : '';
  return source.includes(embedScriptPath) ? new URL(source).origin : location.origin;
}
const origin = findOrigin();

export const siteAddress = (): string => origin;

/** What the element states about itself. */
export type Caller = { key: string; kind: ImportKind };

export const readForm = (caller: Caller, country: string): Promise<EmbedFormWire> =>
  get(embedFormPath, { ...caller, country });

export const searchCodes = (
  { key }: Caller,
  country: string,
  search: string,
): Promise<EmbedCodesWire> => get(embedCodesPath, { key, country, search });

export const calculate = (caller: Caller, facts: object): Promise<EmbedResultWire> =>
  get(embedCalculationPath, { ...caller, facts: JSON.stringify(facts) });
