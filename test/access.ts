// Who is refused at the door of each call of a group.
import { expect } from 'vitest';
import type { SignedIn, TestApp } from './harness.ts';
import { send } from './requests.ts';

type Call = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string];

export async function expectSignInNeeded(t: TestApp, calls: readonly Call[]): Promise<void> {
  for (const [method, path] of calls) {
    const { status, body } = await send(t, method, path, method === 'GET' ? undefined : {});
    expect([`${method} ${path}`, status, body.code]).toEqual([
      `${method} ${path}`,
      401,
      'not_authenticated',
    ]);
  }
}

export async function expectStaffNeeded(
  t: TestApp,
  customer: SignedIn,
  calls: readonly Call[],
): Promise<void> {
  for (const [method, path] of calls) {
    const body = method === 'GET' ? undefined : {};
    const reply = await send(t, method, path, body, { headers: customer.headers });
    expect([`${method} ${path}`, reply.status, reply.body.code]).toEqual([
      `${method} ${path}`,
      403,
      'permission_denied',
    ]);
  }
}
