import { beforeEach, describe, expect, test } from 'vitest';
import {
  createMessage,
  createTicket,
  fetchMessages,
  fetchTicket,
  messagesPath,
  ticketPath,
  updateTicket,
  uploadPng,
} from '#test/factories/tickets.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const minute = 60_000;
const unknownId = '01900000-0000-7000-8000-000000000000';
let ada: SignedIn;
let other: SignedIn;
let support: SignedIn;

async function signEverybodyIn() {
  ada = await t.signIn('ada@example.com');
  other = await t.signIn('other@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
}
beforeEach(async () => {
  await signEverybodyIn();
  // Twenty tickets a day.
  t.clock.advance(6 * 3_600_000);
  await signEverybodyIn();
});

const write = (who: SignedIn, uuid: string, body: object) =>
  send(t, 'POST', messagesPath(uuid), body, who);

describe('writing', () => {
  test('changes whose turn it is', async () => {
    const { uuid } = await createTicket(t, ada);
    const answer = await createMessage(t, support, uuid, 'Tell us more', {});
    expect(answer).toMatchObject({
      text: 'Tell us more',
      ticket: uuid,
      sender: { display_username: 'support', initials: 'S', is_staff: true },
      is_from_author: false,
      is_own: true,
      is_internal: false,
      is_deleted: false,
      edited_at: null,
    });
    const ticket = await fetchTicket(t, ada, uuid);
    expect(ticket).toMatchObject({
      status: 'waiting_for_user',
      first_response_at: answer.created_at,
      last_message: { preview: 'Tell us more', is_from_staff: true },
    });
    await createMessage(t, ada, uuid, 'There is nothing more');
    expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_admin');
  });

  test('customers see no staff e-mail and no trace of notes', async () => {
    const { uuid } = await createTicket(t, ada);
    const note = await createMessage(t, support, uuid, 'Looks odd', { is_internal: true });
    await createMessage(t, support, uuid, 'We look at it');
    const seen = await fetchMessages(t, ada, uuid);
    expect(seen.map(({ text }) => text)).toEqual(['Help!', 'We look at it']);
    expect(seen[1]?.sender).toMatchObject({ display_username: 'Support', is_staff: true });
    expect(JSON.stringify(seen)).not.toContain('support@example.com');
    expect(JSON.stringify(seen)).not.toContain('is_internal');
    const path = messagesPath(uuid, note.uuid);
    expect((await send(t, 'GET', path, undefined, ada)).status).toBe(404);
    expect((await send(t, 'GET', path, undefined, support)).body.is_internal).toBe(true);
    const all = await fetchMessages(t, support, uuid);
    expect(all.map(({ is_internal }) => is_internal)).toEqual([false, true, false]);
    expect(all[0]?.sender.email).toBe('ada@example.com');
    expect((await fetchTicket(t, ada, uuid)).messages_count).toBe(2);
  });

  test.each([
    ['nothing', {}, { text: ['This field is required.'] }],
    ['blanks', { text: '  ' }, { text: ['This field may not be blank.'] }],
    [
      'more than 10,000 characters',
      { text: 'x'.repeat(10_001) },
      { text: ['Ensure this field has no more than 10000 characters.'] },
    ],
    ['null characters', { text: 'a\0b' }, { text: ['Null characters are not allowed.'] }],
    ['what is no id', { text: 'a', attachments: ['x'] }, { attachments: [expect.anything()] }],
    [
      'files that are not there',
      { text: 'a', attachments: [unknownId] },
      { attachments: ['Upload these files again: at least one is no longer available.'] },
    ],
    [
      'notes of customers',
      { text: 'a', is_internal: true },
      { is_internal: ['Only support can write notes.'] },
    ],
  ])('refuses %s', async (_, body, fields) => {
    const { uuid } = await createTicket(t, ada);
    expect(await write(ada, uuid, body)).toMatchObject({ status: 400, body: fields });
  });

  test('accepts five files at most', async () => {
    const { uuid } = await createTicket(t, ada);
    const ids: string[] = [];
    for (let at = 0; at < 6; at++) ids.push((await uploadPng(t, ada)).id);
    const many = await write(ada, uuid, { text: 'Files', attachments: ids });
    expect(many.body).toEqual({ attachments: ['Attach at most 5 files.'] });
    const message = await createMessage(t, ada, uuid, 'Files', { attachments: ids.slice(0, 5) });
    const attachmentIds = message.attachments.map(({ id }) => id);
    expect(attachmentIds.toSorted()).toEqual(ids.slice(0, 5).toSorted());
  });

  test('files of a refused message can be sent with the next one', async () => {
    const { uuid } = await createTicket(t, ada);
    const { id } = await uploadPng(t, ada);
    await write(ada, uuid, { text: 'a', attachments: [id, unknownId] });
    expect(
      (await createMessage(t, ada, uuid, 'b', { attachments: [id] })).attachments,
    ).toHaveLength(1);
  });

  test('with one Idempotency-Key creates one message', async () => {
    const { uuid } = await createTicket(t, ada);
    const headers = { ...ada.headers, 'idempotency-key': `message-${uuid}` };
    const ask = () => send(t, 'POST', messagesPath(uuid), { text: 'Once' }, { headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body.uuid).toBe(first.body.uuid);
    expect(await fetchMessages(t, ada, uuid)).toHaveLength(2);
  });

  test('a closed ticket refuses messages of both sides, and accepts notes', async () => {
    const { uuid } = await createTicket(t, ada);
    await updateTicket(t, ada, uuid, { status: 'closed' });
    for (const who of [ada, support])
      expect((await write(who, uuid, { text: 'Late' })).body).toMatchObject({
        code: 'ticket_closed',
        current_status: 'closed',
      });
    await createMessage(t, support, uuid, 'Duplicate of another', { is_internal: true });
    expect((await fetchTicket(t, ada, uuid)).status).toBe('closed');
  });
});

describe('listing', () => {
  test('oldest first, newest first, after a message and after a time', async () => {
    const { uuid } = await createTicket(t, ada, { message: 'one' });
    t.clock.advance(1000);
    const two = await createMessage(t, ada, uuid, 'two');
    const three = await createMessage(t, support, uuid, 'three');
    const texts = async (query: string) =>
      (await fetchMessages(t, ada, uuid, query)).map(({ text }) => text);
    expect(await texts('')).toEqual(['one', 'two', 'three']);
    expect(await texts('?ordering=-created_at')).toEqual(['three', 'two', 'one']);
    expect(await texts(`?after=${two.uuid}`)).toEqual(['three']);
    expect(await texts(`?after=${two.created_at}`)).toEqual(['three']);
    expect(await texts(`?after=${three.uuid}`)).toEqual([]);
    expect(await texts('?page_size=2&page=2')).toEqual(['three']);
    const bad = await send(t, 'GET', `${messagesPath(uuid)}?after=x`, undefined, ada);
    expect(bad.status).toBe(400);
    const page = await send(t, 'GET', `${messagesPath(uuid)}?page=9`, undefined, ada);
    expect(page.status).toBe(404);
    const first = await send(t, 'GET', messagesPath(uuid), undefined, ada);
    expect(first.body.page_size).toBe(50);
  });
});

describe('editing and deleting', () => {
  const waitingSince = async (uuid: string) => {
    const row = await t.kernel.database.write
      .selectFrom('ticket')
      .select('waiting_since')
      .where('id', '=', uuid)
      .executeTakeFirstOrThrow();
    return row.waiting_since?.toISOString();
  };
  const edit = (who: SignedIn, uuid: string, id: string, text = 'Better') =>
    send(t, 'PATCH', messagesPath(uuid, id), { text }, who);
  const remove = (who: SignedIn, uuid: string, id: string) =>
    send(t, 'DELETE', messagesPath(uuid, id), undefined, who);

  test('works for fifteen minutes', async () => {
    const { uuid } = await createTicket(t, ada);
    const { uuid: id } = await createMessage(t, ada, uuid, 'Worse');
    t.clock.advance(14 * minute);
    await signEverybodyIn();
    const changed = await edit(ada, uuid, id);
    expect(changed.body).toMatchObject({
      text: 'Better',
      can_edit: true,
      edited_at: t.clock.now().toISOString(),
    });
    expect((await fetchTicket(t, ada, uuid)).last_message?.preview).toBe('Better');
    const put = await send(t, 'PUT', messagesPath(uuid, id), { text: 'Best' }, ada);
    expect(put.body.text).toBe('Best');
    t.clock.advance(2 * minute);
    expect((await edit(ada, uuid, id)).body.code).toBe('edit_window_closed');
    const late = await send(t, 'PUT', messagesPath(uuid, id), { text: 'Best' }, ada);
    expect(late.body.code).toBe('edit_window_closed');
    expect((await remove(ada, uuid, id)).body.code).toBe('edit_window_closed');
  });

  test('ends with an answer, not with a note', async () => {
    const { uuid } = await createTicket(t, ada);
    const { uuid: id } = await createMessage(t, ada, uuid, 'Mine');
    await createMessage(t, support, uuid, 'Note', { is_internal: true });
    expect((await edit(ada, uuid, id)).status).toBe(200);
    await createMessage(t, support, uuid, 'Answer');
    expect((await edit(ada, uuid, id)).body.code).toBe('edit_window_closed');
    const [, message] = await fetchMessages(t, ada, uuid);
    expect(message?.can_edit).toBe(false);
  });

  test('a deleted message leaves a placeholder without files', async () => {
    const { uuid } = await createTicket(t, ada);
    const { id: file } = await uploadPng(t, ada);
    const { uuid: id } = await createMessage(t, ada, uuid, 'Secret', { attachments: [file] });
    expect((await remove(ada, uuid, id)).status).toBe(204);
    const [, gone] = await fetchMessages(t, ada, uuid);
    expect(gone).toMatchObject({ is_deleted: true, text: '', attachments: [], can_edit: false });
    expect((await fetchTicket(t, ada, uuid)).last_message?.preview).toBe('Help!');
    expect((await remove(ada, uuid, id)).status).toBe(400);
    await t.jobs.runSchedule('support.purge_attachments');
    const remaining = await t.kernel.database.write
      .selectFrom('ticket_attachment')
      .select('id')
      .where('id', '=', file)
      .execute();
    expect(remaining).toEqual([]);
  });

  test('after its answer is deleted a question is open again', async () => {
    const { uuid } = await createTicket(t, ada);
    const { last_message_at } = await fetchTicket(t, ada, uuid);
    const answer = await createMessage(t, support, uuid, 'Wrong ticket');
    const { uuid: second } = await createMessage(t, support, uuid, 'And wrong again');
    expect((await remove(support, uuid, second)).status).toBe(204);
    expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_user');
    expect((await fetchTicket(t, ada, uuid)).first_response_at).toBe(answer.created_at);
    t.clock.advance(minute);
    expect((await remove(support, uuid, answer.uuid)).status).toBe(204);
    const ticket = await fetchTicket(t, ada, uuid);
    expect(ticket).toMatchObject({
      status: 'waiting_for_admin',
      first_response_at: null,
      last_message_at,
    });
    expect(ticket.timeline.at(-1)).toMatchObject({ value: 'waiting_for_admin', by: 'staff' });
    expect(await waitingSince(uuid)).toBe(last_message_at);
    expect((await send(t, 'DELETE', ticketPath(uuid), undefined, ada)).status).toBe(204);
  });

  test('deleting a note changes no status', async () => {
    const { uuid } = await createTicket(t, ada);
    await updateTicket(t, support, uuid, { status: 'waiting_for_user' });
    const note = await createMessage(t, support, uuid, 'Note', { is_internal: true });
    await remove(support, uuid, note.uuid);
    expect((await fetchTicket(t, ada, uuid)).status).toBe('waiting_for_user');
  });

  test('is for the author only', async () => {
    const { uuid } = await createTicket(t, ada);
    const [first] = await fetchMessages(t, ada, uuid);
    const id = first!.uuid;
    const put = (who: SignedIn) => send(t, 'PUT', messagesPath(uuid, id), { text: 'Hm' }, who);
    for (const [who, status] of [
      [support, 403],
      [other, 404],
    ] as const) {
      expect((await edit(who, uuid, id)).status).toBe(status);
      expect((await put(who)).status).toBe(status);
      expect((await remove(who, uuid, id)).status).toBe(status);
    }
    expect((await edit(ada, uuid, id, '')).status).toBe(400);
    expect((await send(t, 'PUT', messagesPath(uuid, id), {}, ada)).status).toBe(400);
  });
});

test('another customer’s messages do not exist, and a sign-in is required', async () => {
  const { uuid } = await createTicket(t, ada);
  const [first] = await fetchMessages(t, ada, uuid);
  const path = messagesPath(uuid, first!.uuid);
  expect((await send(t, 'GET', messagesPath(uuid), undefined, other)).status).toBe(404);
  expect((await write(other, uuid, { text: 'Hi' })).status).toBe(404);
  expect((await send(t, 'GET', path, undefined, other)).status).toBe(404);
  const theirs = await createTicket(t, other);
  expect(
    (await send(t, 'GET', messagesPath(theirs.uuid, first!.uuid), undefined, other)).status,
  ).toBe(404);
  expect((await send(t, 'GET', messagesPath(uuid))).status).toBe(401);
  expect((await send(t, 'POST', messagesPath(uuid), { text: 'Hi' })).status).toBe(401);
  expect((await send(t, 'GET', path)).status).toBe(401);
  expect((await send(t, 'PUT', path, { text: 'Hi' })).status).toBe(401);
  expect((await send(t, 'PATCH', path, { text: 'Hi' })).status).toBe(401);
  expect((await send(t, 'DELETE', path)).status).toBe(401);
});

test('changes by support are audited with the values before', async () => {
  const { uuid } = await createTicket(t, ada);
  await createMessage(t, support, uuid, 'Note', { is_internal: true });
  await updateTicket(t, support, uuid, { priority: 'urgent' });
  t.clock.advance(1);
  const { uuid: id } = await createMessage(t, support, uuid, 'Wrold');
  const path = messagesPath(uuid, id);
  await send(t, 'PUT', path, { text: 'World' }, support);
  await send(t, 'DELETE', path, undefined, support);
  const entries = await t.kernel.database.write
    .selectFrom('audit_entry')
    .select(['account_id', 'method', 'status', 'before', 'after'])
    .where('subject_type', '=', 'ticket')
    .where('subject_id', '=', uuid)
    .orderBy('method')
    .orderBy('occurred_at')
    .execute();
  expect(entries).toMatchObject([
    {
      method: 'DELETE',
      status: 204,
      before: { message: id, text: 'World' },
      after: { message: id, text: null },
    },
    {
      account_id: support.accountId,
      method: 'PATCH',
      status: 200,
      before: { priority: 'normal' },
      after: { priority: 'urgent' },
    },
    { method: 'POST', status: 201, before: null, after: { is_internal: true } },
    { method: 'POST', status: 201, before: null, after: { is_internal: false } },
    {
      method: 'PUT',
      status: 200,
      before: { message: id, text: 'Wrold' },
      after: { message: id, text: 'World' },
    },
  ]);
});

describe('live events', () => {
  async function listen(who: SignedIn, topics = ['tickets']) {
    const closing = new AbortController();
    const { accountId } = who;
    const { signal } = closing;
    const messages = await t.kernel.live.subscribe({ accountId, topics, signal });
    const iterator = messages[Symbol.asyncIterator]();
    return {
      next: async () => (await iterator.next()).value.data as object,
      close: () => closing.abort(),
    };
  }

  test('go to the customer and support; those of notes to support only', async () => {
    const staff = await listen(support);
    const { uuid } = await createTicket(t, ada);
    expect(await staff.next()).toEqual({ uuid, status: 'waiting_for_admin' });
    const customer = await listen(ada);
    await createMessage(t, support, uuid, 'Note', { is_internal: true });
    await createMessage(t, support, uuid, 'Answer');
    expect(await staff.next()).toEqual({ uuid, status: 'waiting_for_admin' });
    expect(await staff.next()).toEqual({ uuid, status: 'waiting_for_user' });
    // The first that the customer hears is the answer.
    expect(await customer.next()).toEqual({ uuid, status: 'waiting_for_user' });
    customer.close();
    staff.close();
  });

  test('deleting an account closes its tickets', async () => {
    const leaving = await t.signIn('leaving@example.com');
    const { uuid } = await createTicket(t, leaving);
    await t.kernel.database.transaction(async (tx) => {
      const { accountDeleted } = await import('#areas/accounts/server/index.ts');
      await t.kernel.events.publish(tx, accountDeleted, { accountId: leaving.accountId });
    });
    const { status } = await fetchTicket(t, support, uuid);
    expect(status).toBe('closed');
    expect((await send(t, 'GET', ticketPath(uuid), undefined, support)).status).toBe(200);
  });
});
