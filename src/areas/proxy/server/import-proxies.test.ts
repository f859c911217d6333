import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { listed, makeResource, resourcesPath } from '#test/proxies.ts';
import { send } from '#test/requests.ts';
import { proxiesMax } from '../contract.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });

test('lists that are added at the same time share the room that is left', async () => {
  const ada = await t.signIn('ada@example.com');
  const name = await makeResource(t, ada);
  await t.kernel.database.pool.query(
    `insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
      created_at) select gen_random_uuid(), r.id, 'http', '198.51.100.1', n, '', 'datacenter',
      now(), now() from proxy_resource r, generate_series(1, $2::int) n where r.name = $1`,
    [name, proxiesMax - 2],
  );
  const replies = await Promise.all(
    [1, 2, 3, 4].map((at) => {
      const body = { text: `198.51.100.2:${at}` };
      return send(t, 'POST', `${resourcesPath}${name}/proxies/`, body, { headers: ada.headers });
    }),
  );
  expect(replies.map(({ body }) => Number(body.added)).toSorted()).toEqual([0, 0, 1, 1]);
  const full = replies.filter(({ body }) => body.added === 0);
  const rejected = [{ line: 1, error: 'There is room for 10000 proxies.' }];
  for (const { body } of full) expect(body).toEqual({ added: 0, updated: 0, rejected });
  expect(await listed(t, ada, name, 'status=all&search=198.51.100.2:')).toHaveLength(2);
});
