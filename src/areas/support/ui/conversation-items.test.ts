import { expect, test } from 'vitest';
import { conversationOf } from './conversation-items.ts';
import { messageOf } from './tickets-on-the-wire.ts';

const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
const status = (value: string, hour: number) => ({
  kind: 'status' as const,
  value,
  by: 'customer' as const,
  at: at(hour),
});
const sayAll = (items: ReturnType<typeof conversationOf>) =>
  items.map((item) =>
    item.kind === 'message'
      ? item.message.uuid
      : `${item.step.value}${item.isReopening ? ' again' : ''}`,
  );

test('the end and a new beginning stand between the messages, turns do not', () => {
  const messages = [
    messageOf({ uuid: 'm1', created_at: at(10) }),
    messageOf({ uuid: 'm2', created_at: at(13) }),
  ];
  const timeline = [
    status('open', 10),
    status('waiting_for_admin', 10),
    status('resolved', 12),
    status('waiting_for_admin', 13),
    status('waiting_for_user', 14),
    status('closed', 15),
  ];
  expect(sayAll(conversationOf(messages, timeline, { hasAll: true }))).toEqual([
    'm1',
    'resolved',
    'waiting_for_admin again',
    'm2',
    'closed',
  ]);
});

test('steps of before the earliest loaded message wait', () => {
  const messages = [messageOf({ uuid: 'm2', created_at: at(13) })];
  const timeline = [status('resolved', 12), status('closed', 14)];
  expect(sayAll(conversationOf(messages, timeline, { hasAll: false }))).toEqual(['m2', 'closed']);
});
