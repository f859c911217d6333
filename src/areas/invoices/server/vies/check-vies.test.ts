import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockPage } from '#test/fakes/providers/serve-provider.ts';
import { type FakeVies, startVies } from '#test/fakes/providers/vies.ts';
import { callVies } from './check-vies.ts';

let register: FakeVies;
beforeAll(async () => {
  register = await startVies();
});
afterAll(() => register.close());
beforeEach(() => register.reset());

const call = () => callVies({ VIES_URL: register.settings.VIES_URL });
const unexpected = 'VIES did not answer as expected: is VIES_URL right?';

test('it works, and registers that are away are named', async () => {
  expect(await call()).toEqual({ state: 'ok', message: 'VIES and all its registers work.' });
  register.away.add('EL');
  expect(await call()).toEqual({
    state: 'ok',
    message: 'VIES works. Registers that are away now: EL.',
  });
});

test.each([
  [{ vow: { available: false }, countries: [] }, 'warning', 'VIES is not available now.'],
  [{}, 'down', unexpected],
  ['<html>', 'down', unexpected],
])('the status %j is explained', async (body, state, message) => {
  register.failNext({ status: 200, body });
  expect(await call()).toEqual({ state, message });
});

test('no answer and a guard that refuses us are explained', async () => {
  register.failNext('drop', blockPage('cloudflare'));
  expect(await call()).toEqual({ state: 'down', message: unexpected });
  expect(await call()).toEqual({
    state: 'down',
    message: 'Cloudflare in front of VIES refuses this server with 403: numbers stay unconfirmed.',
  });
});

test('without an address nothing is called', async () => {
  expect(await callVies({ VIES_URL: undefined })).toMatchObject({ state: 'off' });
});
