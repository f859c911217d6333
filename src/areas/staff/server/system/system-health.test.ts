import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp({ MAIL_URL: 'smtp://127.0.0.1:1', PROXY_PORT: '0' });
const path = '/apix/admin/health/';
let boss: SignedIn;
beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
});

type Part = { name: string; state: string; message: string };
const read = (headers: Record<string, string> = boss.headers) =>
  send(t, 'GET', path, undefined, { headers });
const readPart = async (name: string) => {
  const parts = (await read()).body.parts as Part[];
  return parts.find((one) => one.name === name)!;
};

test('every part has a state and a sentence', async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  const parts = body.parts as Part[];
  const names = ['database', 'mail', 'storage', 'disk', 'backups', 'rates', 'gateway'];
  names.push('transcription', 'synthesis', 'invoices', 'address', 'alerts', 'clock');
  names.push('payments', 'payment_keys', 'vies', 'inbound_mail', 'inbound_smtp');
  expect(parts.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { message } of parts) expect(message).toMatch(/^[A-Z0-9`].*\.$/);
  const states = Object.fromEntries(parts.map(({ name, state }) => [name, state]));
  // The gateway has a port, but this app does not listen.
  expect(states).toMatchObject({ clock: 'ok', payments: 'ok', payment_keys: 'ok', vies: 'ok' });
  expect(states).toMatchObject({ mail: 'ok', storage: 'ok', rates: 'off', gateway: 'down' });
});

test('the gateway that listens is well', async () => {
  t.areas.proxy.gatewayPort = 3128;
  expect(await readPart('gateway')).toMatchObject({
    state: 'ok',
    message: 'Listens on port 3128.',
  });
  t.areas.proxy.gatewayPort = null;
});

test('a storage that loses files is down, and one that throws too', async () => {
  const { readBytes, put } = t.kernel.storage;
  t.kernel.storage.readBytes = async () => null;
  expect(await readPart('storage')).toMatchObject({ state: 'down' });
  t.kernel.storage.readBytes = readBytes;
  t.kernel.storage.put = () => Promise.reject(new Error('ENOSPC'));
  const { state, message } = await readPart('storage');
  t.kernel.storage.put = put;
  expect([state, message]).toEqual(['down', 'The check failed; the log says why.']);
});

test('a sign-in code that nobody sends is an outage', async () => {
  await send(t, 'POST', '/apix/accounts/otp/request/', { email: 'ada@example.com' });
  expect(await readPart('mail')).toMatchObject({ state: 'ok', message: '1 mail under way.' });
  t.clock.advance(300_000);
  expect(await readPart('mail')).toMatchObject({
    state: 'down',
    message: 'A sign-in code has waited for 5 minutes.',
  });
  await t.kernel.database.write.deleteFrom('mail').execute();
});

test('only those who look after the system may read it', async () => {
  for (const role of ['support', 'sales', 'finance'] as const) {
    const { headers } = await t.signIn(`${role}@example.com`, { roles: [role] });
    expect((await read(headers)).status).toBe(403);
  }
  const { headers } = await t.signIn('ada2@example.com');
  expect((await read(headers)).body).toMatchObject({ code: 'permission_denied' });
  expect((await send(t, 'GET', path)).status).toBe(401);
});
