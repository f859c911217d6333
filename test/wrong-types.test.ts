// A field of the wrong JSON type is the sender's mistake in every body that the API takes: 400, and
// never a failure of ours.
import { beforeAll, expect, test } from 'vitest';
import { endpointsOf } from '#kernel/openapi.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { contracts } from '../src/app.ts';
import { eachType } from './broken-values.ts';
import { type Caller, gatherCallers, isMeantFor } from './callers.ts';
import { fits, validValues } from './endpoint-values.ts';
import { useUncountedApp } from './uncounted-app.ts';

type Body = Record<string, unknown>;

const t = useUncountedApp();
const seed = 1;
let callers: Caller[];
beforeAll(async () => {
  callers = await gatherCallers(t);
});

const withBody = endpointsOf(contracts)
  .map(({ endpoint }) => endpoint)
  .filter(({ body }) => body && body !== 'raw');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where each field stands, the outer and those one level below, each in a body that has it. */
function fieldsOf(endpoint: Endpoint): { body: Body; path: string[] }[] {
  const found = new Map<string, { body: Body; path: string[] }>();
  const bodies = validValues(endpoint, 'body', { seed, count: 30 }) as Body[];
  for (const body of bodies)
    for (const [name, value] of Object.entries(body)) {
      const inner = Array.isArray(value) ? value[0] : value;
      const below = isObject(inner) ? Object.keys(inner).map((key) => [name, key]) : [];
      for (const path of [[name], ...below])
        if (!found.has(path.join('.'))) found.set(path.join('.'), { body, path });
    }
  return [...found.values()];
}

function replaced(body: Body, [name = '', inner]: string[], content: unknown): Body {
  const before = body[name];
  if (inner === undefined) return { ...body, [name]: content };
  if (!Array.isArray(before)) return { ...body, [name]: { ...(before as Body), [inner]: content } };
  const [first, ...rest] = before as Body[];
  return { ...body, [name]: [{ ...first, [inner]: content }, ...rest] };
}

/** A path to nothing, so that what fits after all changes nothing. */
const urlOf = (endpoint: Endpoint): string => {
  const [params] = validValues(endpoint, 'params', { seed, count: 1 });
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Body | undefined)?.[name] ?? '0')),
  );
};

async function statusOf(endpoint: Endpoint, payload: unknown): Promise<number> {
  const { headers } = callers.findLast((caller) => isMeantFor(endpoint, caller))!;
  const reply = await t.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  return reply.statusCode;
}

test.each(withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s refuses wrong types',
  async (_, endpoint) => {
    // No body at all reads as an empty one.
    const wrong: unknown[] = eachType.filter((value) => !fits(endpoint, 'body', value ?? {}));
    for (const { body, path } of fieldsOf(endpoint))
      wrong.push(
        ...eachType
          .map((content) => replaced(body, path, content))
          .filter((payload) => !fits(endpoint, 'body', payload)),
      );
    expect(wrong.length).toBeGreaterThan(2);
    for (const payload of wrong)
      expect([JSON.stringify(payload), await statusOf(endpoint, payload)]).toEqual([
        JSON.stringify(payload),
        400,
      ]);
  },
  60_000,
);
