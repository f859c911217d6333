import { describe, expect, it } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import { contracts } from '../../../../../contracts.ts';
import { readEndpointGroup } from './endpoint-groups.ts';

const endpoints = listEndpoints(contracts).map(({ endpoint }) => endpoint);

describe('the group of an endpoint', () => {
  it('is the same for metered and other endpoints of a path', () => {
    const groupsByPath = new Map<string, Set<string>>();
    for (const one of endpoints) {
      const part = one.path.split('/')[2]!;
      groupsByPath.set(part, (groupsByPath.get(part) ?? new Set()).add(readEndpointGroup(one)));
    }
    expect([...groupsByPath].filter(([, groups]) => groups.size > 1)).toEqual([]);
  });

  it('is a name that plans and scopes use, not a path segment', () => {
    const groups = new Set(endpoints.map(readEndpointGroup));
    expect([...groups].filter((group) => /data_|services/.test(group))).toEqual([]);
    expect(groups).toContain('customs');
  });
});
