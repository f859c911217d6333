// Random calls: most of them valid by their contract, some with one thing wrong.
import type { Endpoint } from '#lib/endpoint.ts';
import { png } from '../factories/tickets.ts';
import { breakValue } from './broken-values.ts';
import { type Caller, isIntendedFor } from './callers.ts';
import { fits, validValues } from './endpoint-values.ts';
import type { Random } from './random.ts';
import { createSeenObjects, type SeenObjects } from './seen-objects.ts';

export type RandomCall = {
  endpoint: Endpoint;
  caller: Caller;
  url: string;
  headers: Record<string, string>;
  payload?: string | object;
};

type Deck = { query: unknown[]; body: unknown[]; worked: unknown[] };

// Valid values are the same for every seed; their use is not.
const valuesSeed = 1;
const deckMax = 8;
const workedMax = 12;
const invalidShare = 0.3;

const oddIds = ['0', '-1', '999999999', 'nope', '%00', '..%2F..', '%F0%9F%92%A5', 'a'.repeat(300)];
const oddBodies = ['', '{', '[]', '5', 'null', '"text"', '{"a":1,"a":2}', '\u0000', '{}'];

/** Deletions, so that objects live for a while, and documents and audio, which are slow. */
const isRare = ({ method, responses }: Endpoint): boolean =>
  method === 'DELETE' ||
  Object.values(responses).some((shape) => shape !== null && 'bytes' in shape);

/** Generates the valid values of each endpoint once. */
function createDecks(): (endpoint: Endpoint) => Deck {
  const decks = new Map<Endpoint, Deck>();
  return (endpoint) => {
    const draw = (part: 'query' | 'body') => [
      ...validValues(endpoint, part, { seed: valuesSeed, count: deckMax }),
      ...validValues(endpoint, part, { seed: valuesSeed, count: deckMax, isMinimal: true }),
    ];
    const deck = decks.get(endpoint) ?? { query: draw('query'), body: draw('body'), worked: [] };
    decks.set(endpoint, deck);
    return deck;
  };
}

/** Replaces some fields by values of earlier responses. */
function withKnown(
  body: unknown,
  endpoint: Endpoint,
  { caller, harvest, random }: { caller: Caller; harvest: SeenObjects; random: Random },
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const changed = Object.entries(body).map(([name, value]) => {
    const known = random.happens(0.6) ? harvest.field(name, caller.name) : undefined;
    if (Array.isArray(value)) return [name, typeof known === typeof value[0] ? [known] : value];
    return [name, typeof known === typeof value ? known : value];
  });
  const filled: unknown = Object.fromEntries(changed);
  return fits(endpoint, 'body', filled) ? filled : body;
}

export function createCalls(endpoints: readonly Endpoint[], random: Random) {
  const harvest = createSeenObjects(random);
  const readDeck = createDecks();

  function choosePath(endpoint: Endpoint, caller: Caller, isWhole: boolean): string {
    const seen = isWhole ? harvest.address(endpoint.path, caller.name) : undefined;
    if (seen !== undefined && random.happens(0.8)) return seen;
    return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const known = harvest.parameter(endpoint.path, name, caller.name);
      if (known === undefined || (!isWhole && random.happens(0.2))) return random.pick(oddIds);
      return encodeURIComponent(String(known));
    });
  }

  function chooseQuery(endpoint: Endpoint, isWhole: boolean): string {
    const { query } = readDeck(endpoint);
    if (query.length === 0 || random.happens(0.4)) return '';
    const drawn = random.pick(query);
    const value = isWhole || random.happens(0.5) ? drawn : breakValue(drawn, random);
    const pairs = Object.entries((value ?? {}) as object).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300).toWellFormed(),
    ]);
    return pairs.length > 0 ? `?${new URLSearchParams(pairs as [string, string][])}` : '';
  }

  function chooseBody(endpoint: Endpoint, caller: Caller, isWhole: boolean): RandomCall['payload'] {
    if (endpoint.files) return createForm(Object.keys(endpoint.files), readDeck(endpoint), random);
    if (endpoint.body === 'raw' || (!isWhole && random.happens(0.05)))
      return random.pick(oddBodies);
    const { body, worked } = readDeck(endpoint);
    if (body.length === 0) return undefined;
    const drawn = random.pick(worked.length > 0 && random.happens(0.4) ? worked : body);
    const valid = withKnown(drawn, endpoint, { caller, harvest, random });
    return JSON.stringify(isWhole ? valid : breakValue(valid, random)) ?? '';
  }

  return {
    next(callers: readonly Caller[]): RandomCall {
      const drawn = random.pick(endpoints);
      const endpoint = isRare(drawn) && random.happens(0.6) ? random.pick(endpoints) : drawn;
      const isWhole = !random.happens(invalidShare);
      const fitting = callers.filter((caller) => isIntendedFor(endpoint, caller));
      const caller = random.pick(isWhole || random.happens(0.7) ? fitting : callers);
      const payload = endpoint.method === 'GET' ? undefined : chooseBody(endpoint, caller, isWhole);
      const isJson = typeof payload === 'string';
      return {
        endpoint,
        caller,
        url: `${choosePath(endpoint, caller, isWhole)}${chooseQuery(endpoint, isWhole)}`,
        headers: {
          ...caller.headers,
          ...(isJson && { 'content-type': 'application/json' }),
          ...(random.happens(0.03) && { 'idempotency-key': `key-${random.below(20)}` }),
        },
        ...(payload !== undefined && { payload }),
      };
    },
    /** Remembers the response for later calls. */
    learn({ endpoint, caller, url, payload }: RandomCall, answer: unknown): void {
      const address = url.split('?')[0]!;
      if (endpoint.method === 'DELETE') harvest.forget(address);
      harvest.add(endpoint.path, address, caller.name, answer);
      if (typeof payload !== 'string' || endpoint.body === 'raw') return;
      const { worked } = readDeck(endpoint);
      if (worked.length < workedMax) worked.push(JSON.parse(payload));
      else worked[random.below(workedMax)] = JSON.parse(payload);
    },
  };
}

function createForm(files: readonly string[], { body }: Deck, random: Random): FormData {
  const form = new FormData();
  const fields = body.length > 0 ? (random.pick(body) as object) : {};
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat())
      form.append(Array.isArray(value) ? `${name}[]` : name, String(item).toWellFormed());
  const contents = [png, Buffer.from('some words'), Buffer.alloc(0), Buffer.from([0xff, 0xd8])];
  for (const field of files)
    if (random.happens(0.95)) {
      const content = random.happens(0.6) ? png : random.pick(contents);
      form.append(field, new Blob([content]), random.pick(['a.png', 'ä "b".txt', '', '../a.exe']));
    }
  return form;
}
