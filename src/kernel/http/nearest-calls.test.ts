import { describe, expect, it } from 'vitest';
import { staffOnly } from '#lib/staff-permissions.ts';
import { type Call, findNearestCalls, listNames } from './nearest-calls.ts';

const call = (name: string, rest: Partial<Call> = {}): Call => {
  const [method, path] = name.split(' ') as [Call['method'], Call['path']];
  return { method, path, permission: 'user', ...rest };
};
const calls = [
  call('GET /apix/billing/usage/'),
  call('GET /apix/billing/api-keys/:id/'),
  call('PATCH /apix/billing/api-keys/:id/'),
  call('POST /apix/v1/audio/speech/'),
  call('GET /apix/billing/usages/', { permission: staffOnly('users.mail') }),
  call('GET /apix/admin/users/', { permission: staffOnly('users.mail') }),
  call('POST /apix/payments/webhooks/stripe/', { permission: 'public', body: 'raw' }),
];
const find = (name: string) => {
  const [method = '', url = ''] = name.split(' ');
  return findNearestCalls(calls, { method, url });
};

describe('an unknown address', () => {
  it.each([
    ['GET /apix/billing/usge/', 'GET /apix/billing/usage/'],
    ['GET /apix/biling/usage?period=30d', 'GET /apix/billing/usage/'],
    ['GET /apix/v1/billing/usage/', 'GET /apix/billing/usage/'],
    ['POST /apix/v2/audio/speech', 'POST /apix/v1/audio/speech/'],
    ['PATCH /apix/billing/apikeys/7/', 'PATCH /apix/billing/api-keys/{id}/'],
    ['GET /apix/BILLING/Usage/', 'GET /apix/billing/usage/'],
  ])('%s is like %s', (path, nearest) => {
    expect(find(path)[0]).toBe(nearest);
  });

  it('is like no call of staff or of other servers', () => {
    expect(find('GET /apix/billing/usages')).toEqual(['GET /apix/billing/usage/']);
    expect(find('GET /apix/admin/user/')).toEqual([]);
    expect(find('POST /apix/payments/webhooks/strip/')).toEqual([]);
  });

  it.each([
    '/apix/',
    '/apix/weather/today/',
    '/healthy',
    `/apix/billing/${'u'.repeat(300)}/`,
    '//',
  ])('%s is like none', (url) => {
    expect(find(`GET ${url}`)).toEqual([]);
  });
});

it('the calls of an address are named without those of staff', () => {
  expect(listNames(calls.filter(({ path }) => path.includes('api-keys')))).toEqual([
    'GET /apix/billing/api-keys/{id}/',
    'PATCH /apix/billing/api-keys/{id}/',
  ]);
  expect(listNames(calls.filter(({ path }) => path.includes('admin')))).toEqual([]);
});
