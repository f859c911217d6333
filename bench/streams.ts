// The memory of 2,000 open event streams in one process, and the delay until a stream reports a
// ticket that its owner opens and a reply by support.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#kernel/database/open-database.ts';
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { p95Of, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const streamsMax = 2000;
const atOnce = 50;
const messagesMax = 40;
const settleMs = 2000;
const megabyte = 1024 * 1024;

export default async function measureStreams(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const server = await startServer(product, testbed.env, '/readyz');
  try {
    const { tokens } = testbed;
    // Memory that the first calls allocate permanently does not belong to streams.
    await openStreams(server, agent, tokens.slice(0, atOnce));
    await openTickets(server, agent, tokens.slice(0, 2));
    await sleep(settleMs);
    const before = server.residentBytes();
    const wanted = Array.from({ length: streamsMax }, (_, at) => tokens[at % tokens.length]!);
    await openStreams(server, agent, wanted);
    await sleep(settleMs);
    const grown = (server.residentBytes() - before) / megabyte;
    const times = await openTickets(server, agent, tokens.slice(100, 100 + messagesMax));
    await grantSupportRole(testbed.database, tokens[0]!);
    const answers = await replyToTickets(server, agent, {
      staff: tokens[0]!,
      customers: tokens.slice(200, 200 + messagesMax),
    });
    return [
      { what: `memory of ${streamsMax} open streams`, measured: grown, unit: 'MB', limit: 150 },
      {
        what: 'p95 from opening a ticket to hearing of it',
        measured: p95Of(times),
        unit: 'ms',
        limit: 1000,
      },
      {
        what: 'p95 from support’s answer to the customer’s hearing of it',
        measured: p95Of(answers),
        unit: 'ms',
        limit: 1000,
      },
    ];
  } finally {
    agent.destroy();
    await server.stop();
    await testbed.close();
  }
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });

async function openStream({ port }: Server, agent: Agent, token: string) {
  const path = '/apix/events/?topics=tickets';
  const asked = get({ host: '127.0.0.1', port, path, agent, headers: headersOf(token) });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  answer.resume();
  return answer;
}

async function openStreams(server: Server, agent: Agent, tokens: readonly string[]) {
  for (let from = 0; from < tokens.length; from += atOnce)
    await Promise.all(
      tokens.slice(from, from + atOnce).map((token) => openStream(server, agent, token)),
    );
}

/** Excludes heartbeats and the opening comment. */
const waitForEvent = (stream: IncomingMessage, words: string) =>
  new Promise<void>((resolve) =>
    stream.on('data', (chunk) => String(chunk).includes(words) && resolve()),
  );

/** Each customer opens a ticket; the milliseconds until one of their streams reports it. */
async function openTickets(server: Server, agent: Agent, tokens: readonly string[]) {
  const times: number[] = [];
  for (const token of tokens) {
    const stream = await openStream(server, agent, token);
    const heard = waitForEvent(stream, 'tickets');
    const startedMs = performance.now();
    await createTicket(server, token);
    await heard;
    times.push(performance.now() - startedMs);
    stream.destroy();
  }
  return times;
}

async function post({ port }: Server, token: string, path: string, body: object) {
  const reply = await fetch(`http://127.0.0.1:${port}/apix/support/tickets/${path}`, {
    method: 'POST',
    headers: { ...headersOf(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(reply.status, 201);
  return (await reply.json()) as { uuid: string };
}

const createTicket = (server: Server, token: string) =>
  post(server, token, '', { subject: 'A question', message: 'Does anybody hear me?' });

async function grantSupportRole({ pool }: Database, token: string): Promise<void> {
  const claims = JSON.parse(String(Buffer.from(token.split('.')[1]!, 'base64url')));
  await pool.query(`insert into account_role values ($1, 'support', now())`, [claims.user_id]);
}

/**
 * Support replies to one customer after another; the milliseconds until their streams report it.
 */
async function replyToTickets(
  server: Server,
  agent: Agent,
  { staff, customers }: { staff: string; customers: readonly string[] },
) {
  const times: number[] = [];
  for (const token of customers) {
    const { uuid } = await createTicket(server, token);
    const stream = await openStream(server, agent, token);
    const heard = waitForEvent(stream, 'waiting_for_user');
    const startedMs = performance.now();
    await post(server, staff, `${uuid}/messages/`, { text: 'We hear you.' });
    await heard;
    times.push(performance.now() - startedMs);
    stream.destroy();
  }
  return times;
}
