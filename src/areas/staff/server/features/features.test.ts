import { beforeAll, expect, test } from 'vitest';
import { listSwitches } from '#kernel/features/feature-store.ts';
import { createFeatures } from '#kernel/features/features.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { featureNames } from '#lib/features.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { contracts } from '../../../../contracts.ts';

const t = useApp();
let boss: SignedIn;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
});
const change = (name: string, body: object) =>
  send(t, 'PATCH', `/apix/admin/features/${name}/`, body, boss);
const inquire = () =>
  send(t, 'POST', '/apix/leads/leads/submit/', {
    name: 'Ann Weber',
    email: 'ann@example.com',
    message: 'We need a portal.',
    site_url: 'https://example.com/company/contact',
  });

test('a disabled feature responds with 503 until it is switched on', async () => {
  expect((await inquire()).status).toBe(201);
  const off = await change('inquiries', { is_on: false, reason: 'Spam' });
  expect(off.body).toMatchObject({ is_on: false, reason: 'Spam', changed_by: boss.email });
  const refused = await inquire();
  expect([refused.status, refused.body.code]).toEqual([503, 'feature_off']);
  expect(refused.headers['retry-after']).toBe('60');
  const { body } = await send(t, 'GET', '/apix/admin/features/', undefined, boss);
  const listed = body.features as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(featureNames);
  expect(listed[0]).toEqual(off.body);
  await change('inquiries', { is_on: true, reason: 'The filter works' });
  expect((await inquire()).status).toBe(201);
});

test('anyone can list disabled features with time and notice', async () => {
  const listOff = () => send(t, 'GET', '/apix/features/');
  expect((await listOff()).body).toEqual({ off: [] });
  const notice = 'Wrong rates for Georgia. Back by noon.';
  const words = { reason: 'Ticket 1004', notice };
  const { body } = await change('calculations', { is_on: false, ...words });
  expect((await listOff()).body).toEqual({
    off: [{ name: 'calculations', label: 'Duty calculations', notice, since: body.changed_at }],
  });
  await change('calculations', { is_on: true, ...words });
  expect((await listOff()).body).toEqual({ off: [] });
  const listed = await send(t, 'GET', '/apix/admin/features/', undefined, boss);
  expect(JSON.stringify(listed.body)).not.toContain('noon');
});

test('another process applies it within five seconds', async () => {
  const other = createFeatures(t.kernel);
  expect(await other.isOn('synthesis')).toBe(true);
  await change('synthesis', { is_on: false, reason: 'The engine hangs' });
  expect(await other.isOn('synthesis')).toBe(true);
  await t.clock.advance(5000);
  expect(await other.isOn('synthesis')).toBe(false);
  await change('synthesis', { is_on: true, reason: 'Mended' });
});

test('the audit log records the previous state', async () => {
  await change('payments', { is_on: false, reason: 'The provider asks for it' });
  const entry = await t.kernel.database.write
    .selectFrom('audit_entry')
    .select(['before', 'after'])
    .where('subject_type', '=', 'feature')
    .where('subject_id', '=', 'payments')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    before: { is_on: true },
    after: { is_on: false, reason: 'The provider asks for it', notice: '' },
  });
  await change('payments', { is_on: true, reason: 'Over' });
});

test('requires a reason and an existing feature', async () => {
  const silent = await change('payments', { is_on: false, reason: ' ' });
  expect([silent.status, Object.keys(silent.body)]).toEqual([
    400,
    expect.arrayContaining(['reason']),
  ]);
  expect((await change('everything', { is_on: false, reason: 'x' })).status).toBe(400);
  expect((await listSwitches(t.kernel.database.write)).some(({ is_on }) => !is_on)).toBe(false);
});

test('only an admin can list or switch features', async () => {
  const sales = await t.signIn('sales@example.com', { roles: ['sales'] });
  const body = { is_on: false, reason: 'x' };
  const all = async (as?: SignedIn) => [
    (await send(t, 'GET', '/apix/admin/features/', undefined, as)).status,
    (await send(t, 'PATCH', '/apix/admin/features/payments/', body, as)).status,
  ];
  expect(await all()).toEqual([401, 401]);
  expect(await all(sales)).toEqual([403, 403]);
});

test('every feature disables at least one endpoint', () => {
  const used = new Set(listEndpoints(contracts).map(({ endpoint }) => endpoint.feature));
  expect(featureNames.filter((name) => !used.has(name))).toEqual([]);
});
