// A field of the wrong JSON type results in 400 for every body of the API, never in a server error.
import { beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { scaledMs } from '#test/time-limits.ts';
import { contracts } from '../../src/contracts.ts';
import { eachType } from './broken-values.ts';
import { type Caller, createCallers, isIntendedFor } from './callers.ts';
import { fits, validValues } from './endpoint-values.ts';
import { useUncountedApp } from './uncounted-app.ts';

type Body = Record<string, unknown>;

const t = useUncountedApp();
const seed = 1;
let callers: Caller[];
beforeAll(async () => {
  callers = await createCallers(t);
});

const withBody = listEndpoints(contracts)
  .map(({ endpoint }) => endpoint)
  // The fields of a form are text.
  .filter(({ body, files }) => body && body !== 'raw' && !files);
const toName = ({ method, path }: Endpoint) => `${method} ${path}`;
const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all fields of the first two levels, each with a body that contains it. */
function listFields(endpoint: Endpoint): { body: Body; path: string[] }[] {
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

/** The path of an object that does not exist, so that a call that succeeds changes nothing. */
const toUrl = (endpoint: Endpoint): string => {
  const [params] = validValues(endpoint, 'params', { seed, count: 1 });
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Body | undefined)?.[name] ?? '0')),
  );
};

async function readStatus(endpoint: Endpoint, payload: unknown): Promise<number> {
  const { headers } = callers.findLast((caller) => isIntendedFor(endpoint, caller))!;
  const reply = await t.app.inject({
    method: endpoint.method,
    url: toUrl(endpoint),
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  return reply.statusCode;
}

test.each(withBody.map((endpoint) => [toName(endpoint), endpoint] as const))(
  '%s rejects wrong types',
  async (_, endpoint) => {
    // A missing body is read as an empty one.
    const wrong: unknown[] = eachType.filter((value) => !fits(endpoint, 'body', value ?? {}));
    for (const { body, path } of listFields(endpoint))
      wrong.push(
        ...eachType
          .map((content) => replaced(body, path, content))
          .filter((payload) => !fits(endpoint, 'body', payload)),
      );
    expect(wrong.length).toBeGreaterThan(2);
    for (const payload of wrong)
      expect([JSON.stringify(payload), await readStatus(endpoint, payload)]).toEqual([
        JSON.stringify(payload),
        400,
      ]);
  },
  scaledMs(60_000),
);
