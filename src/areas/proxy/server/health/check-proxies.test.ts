import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { answered } from '#test/fakes/proxy-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';
import { ProxyError } from '../forwarding/proxy-error.ts';
import type { ProxyRequest } from '../forwarding/send-request.ts';
import { claimChecks } from '../pool/proxy-store.ts';
import { checkDue } from './check-proxies.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const sendRequest = vi.fn();
let ada: SignedIn;
beforeAll(async () => {
  allowManyResources(t);
  t.areas.proxy.sendRequest = sendRequest;
  ada = await t.signIn('ada@example.com');
});
beforeEach(() => t.kernel.database.pool.query('delete from proxy'));

/** The target works without a proxy; what a request through one does is given. */
function useProxies(through: (request: ProxyRequest) => Promise<never>): void {
  sendRequest.mockReset();
  sendRequest.mockImplementation(async (request: ProxyRequest) =>
    request.proxy ? through(request) : answered,
  );
}

async function resourceWith(count: number, dueBeforeMs: number): Promise<void> {
  const name = await createResource(t, ada, { timeout_ms: 120_000 });
  await t.kernel.database.pool.query(
    `insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
      created_at) select gen_random_uuid(), r.id, 'http', '198.51.100.1', n, '', 'datacenter',
      $3, $3 from proxy_resource r, generate_series(1, $2::int) n where r.name = $1`,
    [name, count, new Date(t.clock.now().getTime() - dueBeforeMs)],
  );
}

test('one run checks everything due, in batches, each check for at most 10 s', async () => {
  await resourceWith(230, 0);
  let claimed = 0n;
  const times = new Set<number>();
  useProxies(async ({ timeoutMs }) => {
    if (times.size === 0) {
      times.add(timeoutMs);
      const { rows } = await t.kernel.database.pool.query(
        'select count(*) as count from proxy where next_check_at > $1',
        [t.clock.now()],
      );
      claimed = rows[0].count;
    }
    times.add(timeoutMs);
    throw new Error('gone');
  });
  await checkDue(t.areas.proxy);
  expect([...times]).toEqual([10_000]);
  expect(claimed).toBe(200n);
  expect(sendRequest.mock.calls.filter(([{ proxy }]) => proxy)).toHaveLength(230);
});

test('a resource with many proxies does not delay another', async () => {
  await resourceWith(20, 60_000);
  await resourceWith(2, 1000);
  const now = t.clock.now();
  const first = await claimChecks(t.kernel.database.write, now, new Date(now.getTime() + 1), 4);
  const counts = Map.groupBy(first, ({ resource_id }) => resource_id);
  expect([...counts.values()].map(({ length }) => length)).toEqual([2, 2]);
});

test('the timeout of a customer does not affect the shared pool', async () => {
  await t.kernel.database.pool.query(
    `insert into proxy (id, protocol, host, port, user_hash, type, next_check_at, created_at)
      select gen_random_uuid(), 'http', '198.51.100.1', n, '', 'datacenter', $1, $1
      from generate_series(1, 2) n`,
    [t.clock.now()],
  );
  const [hasty, slow] = [
    await createResource(t, ada, { timeout_ms: 100 }),
    await createResource(t, ada, { timeout_ms: 120_000 }),
  ];
  const times: number[] = [];
  useProxies(async ({ timeoutMs }) => {
    times.push(timeoutMs);
    throw new ProxyError('timeout');
  });
  const [proxy] = await listProxies(t, ada, hasty);
  const tested = (name: string) =>
    send(t, 'POST', `${resourcesPath}${name}/proxies/${proxy!.id}/test/`, undefined, ada);
  for (let time = 0; time < 3; time++)
    expect((await tested(hasty)).body).toMatchObject({ is_working: false, error: 'timeout' });
  expect((await tested(slow)).status).toBe(200);
  expect(times).toEqual([100, 100, 100, 10_000]);
  expect(await listProxies(t, ada, slow)).toMatchObject([
    { status: 'available', last_checked_at: null },
    { status: 'available', last_checked_at: null },
  ]);
});
