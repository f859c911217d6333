import { expect, test } from 'vitest';
import { messageFixture } from '#test/fixtures/support.ts';
import { toConversationItems } from './conversation-items.ts';

const at = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
const status = (value: string, hour: number) => ({
  kind: 'status' as const,
  value,
  by: 'customer' as const,
  at: at(hour),
});
const describeAll = (items: ReturnType<typeof toConversationItems>) =>
  items.map((item) =>
    item.kind === 'message'
      ? item.message.uuid
      : `${item.step.value}${item.isReopening ? ' again' : ''}`,
  );

test('resolving, closing and reopening are shown between messages, turns are not', () => {
  const messages = [
    messageFixture({ uuid: 'm1', created_at: at(10) }),
    messageFixture({ uuid: 'm2', created_at: at(13) }),
  ];
  const timeline = [
    status('open', 10),
    status('waiting_for_admin', 10),
    status('resolved', 12),
    status('waiting_for_admin', 13),
    status('waiting_for_user', 14),
    status('closed', 15),
  ];
  expect(describeAll(toConversationItems(messages, timeline, { hasAll: true }))).toEqual([
    'm1',
    'resolved',
    'waiting_for_admin again',
    'm2',
    'closed',
  ]);
});

test('changes before the earliest loaded message are left out', () => {
  const messages = [messageFixture({ uuid: 'm2', created_at: at(13) })];
  const timeline = [status('resolved', 12), status('closed', 14)];
  expect(describeAll(toConversationItems(messages, timeline, { hasAll: false }))).toEqual([
    'm2',
    'closed',
  ]);
});
