import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { callVies } from './check-vies.ts';

let server: TestHttpServer;
beforeAll(async () => {
  server = await startHttpServer();
});
afterAll(() => server.stop());

const statuses = (available: boolean, greece = 'Available') => ({
  vow: { available },
  countries: [
    { countryCode: 'AT', availability: 'Available' },
    { countryCode: 'EL', availability: greece },
  ],
});

test.each([
  [statuses(true), 'ok', 'VIES and all its registers work.'],
  [statuses(true, 'Unavailable'), 'ok', 'VIES works. Registers that are away now: EL.'],
  [statuses(false), 'warning', 'VIES is not available now.'],
  [{}, 'down', 'VIES did not answer as expected: is VIES_URL right?'],
  ['<html>', 'down', 'VIES did not answer as expected: is VIES_URL right?'],
])('the status %j is explained', async (body, state, message) => {
  server.on('GET /rest-api/check-status', { status: 200, body });
  expect(await callVies({ VIES_URL: `${server.url}/rest-api` })).toEqual({ state, message });
});

test('without an address nothing is called', async () => {
  expect(await callVies({ VIES_URL: undefined })).toMatchObject({ state: 'off' });
});
