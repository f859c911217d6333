// Who may make a call, and what it costs, in words.
import { budgets } from '#lib/budgets.ts';
import type { Deprecation } from '#lib/deprecation.ts';
import { formatBytes, formatCount, formatUtcDate } from '#lib/format.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { quotaGroupNames } from '#lib/quota-groups.ts';
import { listScopes } from '#lib/scopes.ts';
import type { Operation } from './operations.ts';

/** A name, and a sentence or two. */
export type Rule = readonly [name: string, text: string];

export function describeAccess(operation: Operation): string {
  const permission = operation['x-permission'];
  if (permission === 'public') return 'Anyone. No key or session is needed.';
  if (permission === 'optional') return 'Anyone. A key or a session is used if it is sent.';
  if (permission === 'user') return 'A session. API keys may not make this call.';
  const [scope, ...others] = 'key' in permission ? listScopes(permission) : [];
  if (others.length > 0) return 'An API key with the scopes of what you ask for, or a session.';
  const signed = operation.description.includes('signed URL') ? ' A signed URL needs neither.' : '';
  return `An API key with the scope \`${scope}\`, or a session.${signed}`;
}

const unitNames: Record<UsageMetric, string> = {
  request: 'One request',
  audio_second: 'Each second of audio',
  character: 'Each character',
  calculation: 'One calculation',
  proxy_lease: 'One proxy lease',
};

export function describeCost(operation: Operation): string {
  const metered = operation['x-metered'];
  if (!metered) return 'Free: it does not count towards the quota of a plan.';
  return `${unitNames[metered.unit]} of the ${quotaGroupNames[metered.group]} quota of your plan.`;
}

const windows: Record<number, string> = { 60: 'a minute', 3600: 'an hour', 86400: 'a day' };

export function describeRate(operation: Operation): string {
  const rate = operation['x-rate-limit'];
  if (rate === 'none') return 'None.';
  if (rate) {
    const window = windows[rate.window_seconds] ?? formatCount(rate.window_seconds, 'second');
    return `${formatCount(rate.calls, 'call')} in ${window}.`;
  }
  const session = formatCount(budgets.callsPerMinute, 'call');
  if (!mayUseKey(operation)) return `${session} a minute, together with all other calls.`;
  return `${formatCount(budgets.keyCallsPerMinute, 'call')} a minute with keys, ${budgets.callsPerMinute} with a session, together with all other calls.`;
}

export const mayUseKey = (operation: Pick<Operation, 'x-permission'>): boolean =>
  typeof operation['x-permission'] === 'object' || operation['x-permission'] === 'optional';

const idempotency = {
  accepted: 'Send an `Idempotency-Key` to repeat the call safely after a lost response.',
  once: 'An `Idempotency-Key` prevents a second effect. The response contains a secret and is not repeated.',
};

function describeEnd({ since, sunset, instead }: Deprecation): string {
  return [
    `Since ${formatUtcDate(since)}.`,
    ...(sunset ? [`It may be gone from ${formatUtcDate(sunset)} on.`] : []),
    ...(instead ? [`Use \`${instead}\` instead.`] : []),
  ].join(' ');
}

/** What applies to a call, in the order in which a reader asks. */
export function listRules(operation: Operation): Rule[] {
  const repeat = operation['x-idempotency-key'];
  const bytes = operation['x-body-bytes-max'];
  const deprecated = operation['x-deprecated'];
  return [
    ...(deprecated ? [['Deprecated', describeEnd(deprecated)] as const] : []),
    ['Who', describeAccess(operation)],
    ['Cost', describeCost(operation)],
    ['Limit', describeRate(operation)],
    ...(repeat ? [['Repeating', idempotency[repeat]] as const] : []),
    ...(bytes ? [['Size', `At most ${formatBytes(bytes)} for the body.`] as const] : []),
    ...(operation['x-allowed-when-suspended']
      ? [['Suspended accounts', 'May make this call.'] as const]
      : []),
  ];
}
