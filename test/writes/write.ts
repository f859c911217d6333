// What a call needs that changes something: its caller, the objects that it names, and a body.
import type { Role } from '#lib/endpoint.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { newCustomer } from '../plans.ts';
import { send } from '../requests.ts';

export type Person = { headers: Record<string, string> };

export type Write = {
  /** Null for somebody who is not signed in. */
  who: Person | null;
  /** For the places in the endpoint's path. */
  params?: Record<string, string | number>;
  /** The same for each call, or another one for the nth. */
  body?: object | ((at: number) => object);
  /** In place of a JSON body. */
  raw?: { content: Buffer; headers: Record<string, string> };
  /** Codes of refusals for lack of room, which are an answer like any other here. */
  mayBeBusy?: readonly string[];
};

/** By method and path. Each makes objects of its own, and a caller whose limits are untouched. */
export type Writes = Record<string, (t: TestApp) => Promise<Write>>;

let made = 0;
export const newName = (): string => `writer-${++made}`;

/** With the free tariff and money. */
export const customer = (t: TestApp): Promise<SignedIn> =>
  newCustomer(t, `${newName()}@example.com`, '500');

export const staff = (t: TestApp, ...roles: Role[]): Promise<SignedIn> =>
  t.signIn(`${newName()}@example.com`, { roles: roles.length > 0 ? roles : ['admin'] });

/** What was made, which must not be refused. */
export async function make<Body = { id: string }>(
  t: TestApp,
  { headers }: Person,
  path: string,
  body: object = {},
): Promise<Body> {
  const reply = await send(t, 'POST', path, body, { headers });
  if (reply.status >= 300) throw new Error(`${path} ${reply.status} ${reply.raw.body}`);
  return reply.body as Body;
}

export async function formOf(field: string, content: Buffer, name: string) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(form);
  return {
    content: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
}
