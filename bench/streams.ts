// What 2,000 open event streams cost one process in memory, and how soon one of them hears of a
// ticket that its owner opens, and of an answer that support writes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#kernel/database/database.ts';
import { requireLinux, type Server, startServer } from './load/processes.ts';
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
  const server = await startServer('src/main.ts', testbed.env, '/readyz');
  try {
    const { tokens } = testbed;
    // What the first calls load for good is no stream's.
    await openStreams(server, agent, tokens.slice(0, atOnce));
    await tellAll(server, agent, tokens.slice(0, 2));
    await sleep(settleMs);
    const before = server.residentBytes();
    const wanted = Array.from({ length: streamsMax }, (_, at) => tokens[at % tokens.length]!);
    await openStreams(server, agent, wanted);
    await sleep(settleMs);
    const grown = (server.residentBytes() - before) / megabyte;
    const times = await tellAll(server, agent, tokens.slice(100, 100 + messagesMax));
    await makeSupport(testbed.database, tokens[0]!);
    const answers = await answerAll(server, agent, {
      staff: tokens[0]!,
      customers: tokens.slice(200, 200 + messagesMax),
    });
    return [
      { what: `memory of ${streamsMax} open streams`, measured: grown, unit: 'MB', promise: 150 },
      {
        what: 'p95 from opening a ticket to hearing of it',
        measured: p95Of(times),
        unit: 'ms',
        promise: 1000,
      },
      {
        what: 'p95 from support’s answer to the customer’s hearing of it',
        measured: p95Of(answers),
        unit: 'ms',
        promise: 1000,
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

/** Not the heartbeat, and not the greeting. */
const hearOf = (stream: IncomingMessage, words: string) =>
  new Promise<void>((resolve) =>
    stream.on('data', (chunk) => String(chunk).includes(words) && resolve()),
  );

/** Each opens a ticket; the milliseconds until a stream of theirs hears of it. */
async function tellAll(server: Server, agent: Agent, tokens: readonly string[]) {
  const times: number[] = [];
  for (const token of tokens) {
    const stream = await openStream(server, agent, token);
    const heard = hearOf(stream, 'tickets');
    const startedMs = performance.now();
    await openTicket(server, token);
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

const openTicket = (server: Server, token: string) =>
  post(server, token, '', { subject: 'A question', message: 'Does anybody hear me?' });

async function makeSupport({ pool }: Database, token: string): Promise<void> {
  const claims = JSON.parse(String(Buffer.from(token.split('.')[1]!, 'base64url')));
  await pool.query(`insert into account_role values ($1, 'support', now())`, [claims.user_id]);
}

/** Support answers one customer after another; the milliseconds until their streams hear of it. */
async function answerAll(
  server: Server,
  agent: Agent,
  { staff, customers }: { staff: string; customers: readonly string[] },
) {
  const times: number[] = [];
  for (const token of customers) {
    const { uuid } = await openTicket(server, token);
    const stream = await openStream(server, agent, token);
    const heard = hearOf(stream, 'waiting_for_user');
    const startedMs = performance.now();
    await post(server, staff, `${uuid}/messages/`, { text: 'We hear you.' });
    await heard;
    times.push(performance.now() - startedMs);
    stream.destroy();
  }
  return times;
}
