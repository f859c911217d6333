// The prerequisites of a write: its caller, the objects that it refers to, and a body.
import type { Role } from '#lib/staff-permissions.ts';
import { createCustomer } from '../../factories/subscriptions.ts';
import type { SignedIn, TestApp } from '../../harness.ts';
import { send } from '../../requests.ts';

export type WriteCaller = { headers: Record<string, string> };

export type Write = {
  /** Null for an anonymous call. */
  who: WriteCaller | null;
  /** The parameters of the path. */
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  /** The same for all calls, or a function of the call's number. */
  body?: object | ((at: number) => object);
  /** Instead of a JSON body. */
  raw?: { content: Buffer; headers: Record<string, string> };
  /** Error codes of an overloaded service, which are acceptable responses here. */
  mayBeBusy?: readonly string[];
};

/** By method and path. Each creates its own objects and a caller with unused limits. */
export type Writes = Record<string, (t: TestApp) => Promise<Write>>;

let count = 0;
export const uniqueName = (): string => `writer-${++count}`;

/** With the free tariff and a balance. */
export const newCustomer = (t: TestApp): Promise<SignedIn> =>
  createCustomer(t, `${uniqueName()}@example.com`, '500');

export const newStaff = (t: TestApp, ...roles: Role[]): Promise<SignedIn> =>
  t.signIn(`${uniqueName()}@example.com`, { roles: roles.length > 0 ? roles : ['admin'] });

/** Creates an object by a POST. Throws when it fails. */
export async function createVia<Body = { id: string }>(
  t: TestApp,
  { headers }: WriteCaller,
  path: string,
  body: object = {},
): Promise<Body> {
  const reply = await send(t, 'POST', path, body, { headers });
  if (reply.status >= 300) throw new Error(`${path} ${reply.status} ${reply.raw.body}`);
  return reply.body as Body;
}

export async function createForm(field: string, content: Buffer, name: string) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(form);
  return {
    content: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
}
