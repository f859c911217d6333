import { expect, test } from 'vitest';
import { expectSignInNeeded } from '#test/access.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/accounts/apps/';

test('strangers neither connect nor see apps', () =>
  expectSignInNeeded(t, [
    ['GET', path],
    ['POST', path],
    ['GET', `${path}request/?client_id=1&response_type=code`],
    ['DELETE', `${path}1/`],
  ]));

test('a page of apps that does not exist is not found', async () => {
  const { headers } = await t.signIn('pages@example.com');
  expect((await send(t, 'GET', `${path}?page=9`, undefined, { headers })).status).toBe(404);
});
