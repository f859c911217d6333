import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpointsOf } from '#kernel/openapi.ts';
import { useDatabase } from '#test/database.ts';
import { contracts } from '../../../../app.ts';
import { endpointGroupOf } from './endpoint-groups.ts';

const database = useDatabase();
const endpoints = endpointsOf(contracts).map(({ endpoint }) => endpoint);

describe('the group of an endpoint', () => {
  it('is the same for the metered and the other calls of one address', () => {
    const groupsOf = new Map<string, Set<string>>();
    for (const one of endpoints) {
      const part = one.path.split('/')[2]!;
      groupsOf.set(part, (groupsOf.get(part) ?? new Set()).add(endpointGroupOf(one)));
    }
    expect([...groupsOf].filter(([, groups]) => groups.size > 1)).toEqual([]);
  });

  it('is a word of plans and keys, and no part of an address', () => {
    const groups = new Set(endpoints.map(endpointGroupOf));
    expect([...groups].filter((group) => /data_|services/.test(group))).toEqual([]);
    expect(groups).toContain('customs');
  });

  it('is told anew of what was counted under the addresses', async () => {
    const { pool } = database;
    await pool.query(
      `insert into usage_endpoint (method, path, endpoint_group) values
       ('GET', '/apix/data_customs/history/', 'data_customs'),
       ('GET', '/apix/data_proxy/resources/', 'data_proxy'),
       ('GET', '/apix/services/tts/voices/', 'services'),
       ('GET', '/apix/billing/usage/', 'billing')`,
    );
    await pool.query(readFileSync('migrations/0070_endpoint_groups.sql', 'utf8'));
    const { rows } = await pool.query('select endpoint_group from usage_endpoint order by id');
    expect(rows.map((row) => row.endpoint_group)).toEqual([
      'customs',
      'proxy',
      'speech',
      'billing',
    ]);
  });
});
