// All sources of exchange rates, each below the name of its host: `/www.cbr.ru/scripts/...`.
import {
  type Answer,
  blockPage,
  type Call,
  type FakeProvider,
  type Options,
  refuseUnknownCaller,
  serveProvider,
} from '../serve-provider.ts';
import { jsonPublications } from './json-publications.ts';
import type { Publication } from './publication.ts';
import { textPublications } from './text-publications.ts';

const publications = [...jsonPublications, ...textPublications];

export type FakeRates = FakeProvider & {
  /** The address here of one of a real source. */
  toAddress(url: string): string;
};

export async function startRates({
  now = () => new Date(),
  ...options
}: Options & { now?: () => Date } = {}): Promise<FakeRates> {
  const server = await serveProvider(
    (call) => answer(call, now().toISOString().slice(0, 10)),
    options,
  );
  const toAddress = (url: string) => `${server.address}/${url.replace(/^https:\/\//, '')}`;
  return {
    ...server,
    toAddress,
    settings: {
      RATES_URL: toAddress('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml'),
      RATES_FORMAT: 'ecb',
    },
  };
}

const refuse = (status: number, body: string): Answer => ({
  status,
  body,
  headers: { 'content-type': 'text/plain' },
});

function answer(call: Call, today: string): Answer {
  const path = call.url.pathname.slice(1);
  const found = publications.find(({ address }) => address.test(path));
  if (!found) return refuse(404, 'Not Found');
  if (refuseUnknownCaller(call)) return blockPage(found.guard ?? 'cloudflare');
  if (call.method !== (found.method ?? 'GET')) return refuse(405, 'Method Not Allowed');
  const problem = findProblem(found, call);
  if (problem) return refuse(400, problem);
  const text = found.write({ path, query: call.url.searchParams, today });
  if (text === null) return refuse(404, 'Not Found');
  const body = found.charset ? encodeCyrillic(text) : text;
  return { status: 200, body, headers: { 'content-type': found.type } };
}

function findProblem({ query = {}, required = [], form = [] }: Publication, { url, body }: Call) {
  for (const [name, value] of url.searchParams)
    if (!query[name]?.test(value)) return `${name}=${value} is not allowed`;
  const missing = required.find((name) => !url.searchParams.has(name));
  if (missing) return `${missing} is required`;
  const fields = new URLSearchParams(String(body));
  return form.find((name) => !fields.has(name)) ?? null;
}

/** In windows-1251, where letters of Russian are one byte. */
const encodeCyrillic = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => {
      const code = sign.codePointAt(0)!;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
