import { expect, test } from 'vitest';
import type { PartState } from '#kernel/observability/system-checks.ts';
import { componentNames } from '../../wire/status.constants.ts';
import { type Findings, judgeComponents } from './judge-components.ts';

const parts = ['database', 'storage', 'rates', 'gateway', 'transcription', 'synthesis', 'mail'];

const judge = (states: Record<string, PartState>, others: Partial<Findings> = {}) =>
  Object.fromEntries(
    judgeComponents({
      parts: parts.map((name) => ({ name, state: states[name] ?? 'ok' })),
      off: [],
      impacts: [],
      ...others,
    }),
  );
const up = Object.fromEntries(componentNames.map((name) => [name, 'up']));
const down = Object.fromEntries(componentNames.map((name) => [name, 'down']));

test('all components are up when every part works', () => {
  expect(judge({})).toEqual(up);
});

test.each<[string, PartState, object]>([
  ['database', 'down', down],
  ['storage', 'down', { ...up, website: 'degraded', transcription: 'degraded' }],
  ['rates', 'down', { ...up, customs: 'degraded' }],
  ['rates', 'warning', up],
  ['rates', 'off', up],
  ['gateway', 'down', { ...up, gateway: 'down' }],
  ['transcription', 'down', { ...up, transcription: 'down' }],
  ['synthesis', 'down', { ...up, synthesis: 'down' }],
  ['mail', 'warning', { ...up, mail: 'degraded' }],
  ['mail', 'down', { ...up, mail: 'down' }],
])('%s that is %s has its effect on customers', (part, state, expected) => {
  expect(judge({ [part]: state })).toEqual(expected);
});

test('what the installation does not offer has no state', () => {
  const { gateway: _, mail: __, ...others } = up;
  expect(judge({ gateway: 'off', mail: 'off' })).toEqual(others);
});

test.each([
  ['inquiries', { website: 'degraded' }],
  ['payments', { payments: 'down' }],
  ['calculations', { customs: 'down' }],
  ['proxy', { gateway: 'down' }],
  ['transcription', { transcription: 'down' }],
  ['synthesis', { synthesis: 'down' }],
] as const)('the feature %s that is switched off shows', (feature, expected) => {
  expect(judge({}, { off: [feature] })).toEqual({ ...up, ...expected });
});

test('the worst of checks, switches and open incidents counts', () => {
  const impacts = [{ mail: 'degraded', api: 'degraded' }, { api: 'down' }] as const;
  expect(judge({ mail: 'down' }, { impacts })).toEqual({ ...up, mail: 'down', api: 'down' });
});
