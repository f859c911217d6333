import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import type { AuditEntryWire } from '../../wire/audit.ts';
import { AuditDetails, AuditSentence } from './AuditSentence.tsx';

const entry: AuditEntryWire = {
  id: 'e',
  at: '2026-11-22T10:00:00.000Z',
  staff: { id: 1, email: 'boss@example.com', roles: ['admin'] },
  action: 'Suspend a user',
  verb: 'suspended',
  reason: 'Sends spam',
  method: 'POST',
  path: '/apix/admin/users/:id/suspend/',
  params: { id: '7' },
  input: { reason: 'Sends spam' },
  subject: { type: 'user', id: '7', name: 'eve@example.com', user: 7 },
  before: { status: 'active', a: 1, b: 1 },
  after: { status: 'suspended', a: 2, b: 2 },
  people: [{ id: 9, email: 'support@example.com' }],
  status: 200,
  ip: null,
  user_agent: '',
  request_id: 'r',
};

const show = (change: Partial<AuditEntryWire> = {}) =>
  render(
    <MemoryRouter>
      <p>
        <AuditSentence entry={{ ...entry, ...change }} />
      </p>
      <AuditDetails entry={{ ...entry, ...change }} />
    </MemoryRouter>,
  );

test('says who did what to which linked record, why, and what changed', async () => {
  const screen = await show();
  await expect
    .element(screen.getByText('boss@example.com suspended eve@example.com'))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'eve@example.com' }))
    .toHaveAttribute('href', '/admin/users/7');
  await expect
    .element(screen.getByText('“Sends spam” · Status: active → suspended · A: 1 → 2 · 1 more'))
    .toBeVisible();
});

test('says what was tried when the call was rejected', async () => {
  const screen = await show({ status: 403, subject: null, before: null, after: null });
  await expect.element(screen.getByText('boss@example.com tried to suspend a user')).toBeVisible();
});

test('a call whose end is unknown was tried; one that the API no longer has was called', async () => {
  const unknown = await show({ status: null, after: null });
  await expect
    .element(unknown.getByText('boss@example.com tried to suspend a user eve@example.com'))
    .toBeVisible();
  const gone = await show({ verb: null, action: 'POST /apix/admin/gone/', subject: null });
  await expect
    .element(gone.getByText('boss@example.com called POST /apix/admin/gone/'))
    .toBeVisible();
});

test('a record that was deleted keeps its id', async () => {
  const id = '0190d2f1-0000-7000-8000-000000000001';
  const subject = { type: 'canned_reply', id, name: null, user: null };
  const screen = await show({ verb: 'deleted canned reply', subject });
  await expect
    .element(screen.getByText('boss@example.com deleted canned reply 0190d2f1…'))
    .toBeVisible();
});

test('who something is assigned to is a link to the person', async () => {
  const screen = await show({ before: { assigned_to: null }, after: { assigned_to: 9 } });
  await expect.element(screen.getByText(/Assigned to: – → support@example.com/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'support@example.com' }))
    .toHaveAttribute('href', '/admin/users/9');
});
