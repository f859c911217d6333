// Tickets, created over the API.
import type {
  TicketAttachmentWire,
  TicketDetailWire,
  TicketMessageWire,
} from '#areas/support/wire/index.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';

export const ticketsPath = '/apix/support/tickets/';
export const ticketPath = (uuid: string, rest = '') => `${ticketsPath}${uuid}/${rest}`;
export const messagesPath = (uuid: string, id = '') =>
  ticketPath(uuid, `messages/${id ? `${id}/` : ''}`);

/** Throws for another status. */
async function expectStatus<T>(reply: ReturnType<typeof send>, status: number): Promise<T> {
  const { status: actual, body } = await reply;
  if (actual !== status) throw new Error(`answered ${actual}: ${JSON.stringify(body)}`);
  return body as T;
}

export const createTicket = (t: TestApp, { headers }: SignedIn, body: object = {}) =>
  expectStatus<TicketDetailWire>(
    send(
      t,
      'POST',
      ticketsPath,
      { subject: 'It does not work', message: 'Help!', ...body },
      { headers },
    ),
    201,
  );

export const fetchTicket = (t: TestApp, { headers }: SignedIn, uuid: string) =>
  expectStatus<TicketDetailWire>(send(t, 'GET', ticketPath(uuid), undefined, { headers }), 200);

export const updateTicket = (t: TestApp, { headers }: SignedIn, uuid: string, body: object) =>
  expectStatus<TicketDetailWire>(send(t, 'PATCH', ticketPath(uuid), body, { headers }), 200);

export const createMessage = (
  t: TestApp,
  { headers }: SignedIn,
  uuid: string,
  text: string,
  more: object = {},
) =>
  expectStatus<TicketMessageWire>(
    send(t, 'POST', messagesPath(uuid), { text, ...more }, { headers }),
    201,
  );

export async function fetchMessages(t: TestApp, { headers }: SignedIn, uuid: string, query = '') {
  const path = `${messagesPath(uuid)}${query}`;
  const page = await expectStatus<{ results: TicketMessageWire[] }>(
    send(t, 'GET', path, undefined, { headers }),
    200,
  );
  return page.results;
}

/** 1 x 1 pixels. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function uploadAttachment(
  t: TestApp,
  { headers }: Pick<SignedIn, 'headers'>,
  content: Buffer,
  name = 'screenshot.png',
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const raw = await t.app.inject({
    method: 'POST',
    url: '/apix/support/attachments/',
    headers: { ...headers, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: raw.statusCode, body: raw.json() as Record<string, unknown> };
}

export async function uploadPng(t: TestApp, who: SignedIn, name?: string) {
  const { status, body } = await uploadAttachment(t, who, png, name);
  if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as TicketAttachmentWire;
}
