// What others cost for the same work, measured in turns with ours and with the bare server of `site`
// and `profile`. The home page: nginx with the same compressed bytes in a file, and a page of Next.js
// with the same markup, which `next start` compresses for each answer, unless a proxy in front of it
// does. A signed-in call: Fastify and NestJS with the same check of the token, the same query and
// the same JSON; ours remembers the session for seconds.
import assert from 'node:assert/strict';
import { startNext, startNginx } from './load/peers.ts';
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { apiConnections, type Contender, compareCpu } from './load/rounds.ts';
import type { Row } from './load/rows.ts';
import { readResponse, startBare } from './load/same-response.ts';
import { openTestbed, type Testbed } from './load/testbed.ts';

const pagesMax = 10_000;
/** A page of Next.js costs so much more that fewer are enough. */
const nextPagesMax = 1000;
const callsMax = 6000;
const asBrowser = 'Host: 127.0.0.1\r\nAccept-Encoding: gzip, br\r\nAccept: text/html\r\n';
const url = '/apix/accounts/profile/';
const names = {
  ours: 'ours',
  nginx: 'nginx',
  next: 'Next.js',
  nextPlain: 'Next.js, not compressed',
  fastify: 'Fastify',
  nest: 'NestJS',
} as const;

export default async function measurePeers(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const servers: Server[] = [];
  const keep = (server: Server) => {
    servers.push(server);
    return server;
  };
  try {
    const ours = keep(await startServer(product, testbed.env, '/readyz'));
    return [...(await comparePages(ours, keep)), ...(await compareCalls(ours, testbed, keep))];
  } finally {
    for (const server of servers) await server.stop();
    await testbed.close();
  }
}

type Keep = (server: Server) => Server;

async function comparePages(ours: Server, keep: Keep): Promise<Row[]> {
  const answer = await readResponse(ours.port, '/');
  const html = await (await fetch(`http://127.0.0.1:${ours.port}/`)).text();
  const bare = keep(await startBare(answer));
  const nginx = await startNginx(answer);
  if (nginx) {
    keep(nginx);
    assert.deepEqual((await readResponse(nginx.port, '/')).body, answer.body);
  } else console.log('nginx is not installed: its row is missing.');
  const next = keep(await startNext(html));
  const plain = await (await fetch(`http://127.0.0.1:${next.port}/`)).text();
  assert(plain.length >= html.length * 0.99, 'Next.js sends less than the page.');
  const requests = [`GET / HTTP/1.1\r\n${asBrowser}\r\n`];
  const load = { requests, count: pagesMax, status: 200 };
  const nextLoad = { ...load, count: nextPagesMax };
  const plainRequests = ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'];
  const rivals: Record<string, Contender> = {
    bare: { server: bare, load },
    ours: { server: ours, load },
    ...(nginx && { nginx: { server: nginx, load } }),
    next: { server: next, load: nextLoad },
    nextPlain: { server: next, load: { ...nextLoad, requests: plainRequests } },
  };
  return toRows('GET /', await compareCpu(rivals));
}

async function compareCalls(ours: Server, testbed: Testbed, keep: Keep): Promise<Row[]> {
  const start = async (name: string) =>
    keep(await startServer(`bench/programs/${name}-profile.ts`, testbed.env));
  const servers = {
    bare: await start('bare'),
    ours,
    fastify: await start('fastify'),
    nest: await start('nest'),
  };
  const [token = ''] = testbed.tokens;
  const expected = await readProfile(servers.bare, token);
  for (const server of Object.values(servers))
    assert.deepEqual(await readProfile(server, token), expected);
  const requests = testbed.tokens.map(
    (one) => `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${one}\r\n\r\n`,
  );
  const load = { requests, count: callsMax, status: 200 };
  const contender = (server: Server) => ({ server, load });
  const rivals = {
    bare: contender(servers.bare),
    ours: contender(servers.ours),
    fastify: contender(servers.fastify),
    nest: contender(servers.nest),
  };
  return toRows(`signed-in GET ${url}`, await compareCpu(rivals, apiConnections));
}

function toRows(what: string, { bare: baseline, ...others }: Record<string, number>): Row[] {
  return Object.entries(others).map(([name, measured]) => ({
    ...{ what: `${what}: ${names[name as keyof typeof names]}`, measured, unit: 'µs CPU' },
    ...(baseline !== undefined && { baseline }),
  }));
}

async function readProfile({ port }: Server, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers });
  return answer.json();
}
