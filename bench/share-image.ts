// The time to draw a share image, and the cost of a cached one compared to a static file of its
// size.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCard } from '#kernel/share-image/card.ts';
import { drawCard } from '#kernel/share-image/draw-card.ts';
import { buildIfStale } from '../scripts/build/build-if-stale.ts';
import { product, requireLinux, root, type Server, startServer } from './load/processes.ts';
import { compareCpu } from './load/rounds.ts';
import { median, type Row } from './load/rows.ts';
import { readResponse, startBare } from './load/same-response.ts';
import { openTestbed } from './load/testbed.ts';

const imagesMax = 60;
const requestsMax = 10_000;

const cachedTitle = 'AI real estate platform, number 1';
const copyName = 'share-image-of-a-bench.png';
const copy = path.join(root, 'build/client/assets', copyName);

function dataOf(title: string): string {
  const subtitle = 'How long it takes to draw a card that nobody asked for before.';
  return Buffer.from(JSON.stringify({ title, subtitle })).toString('base64');
}

const addressOf = (title: string) => `/api/og?data=${encodeURIComponent(dataOf(title))}`;

export default async function measureShareImage(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const servers: Server[] = [];
  const start = async (file: string) => {
    const server = await startServer(file, testbed.env, '/readyz');
    servers.push(server);
    return server;
  };
  try {
    await buildIfStale();
    // Before the server starts: it reads the built files then.
    writeFileSync(copy, await drawCard(readCard(dataOf(cachedTitle))));
    const ours = await start(product);
    const beforeBytes = ours.residentBytes();
    const first = await timeImage(ours, addressOf('The first of all'));
    const times: number[] = [];
    for (let at = 0; at < imagesMax; at++)
      times.push(await timeImage(ours, addressOf(`AI real estate platform, number ${at}`)));
    const afterBytes = ours.residentBytes();
    const kept = addressOf(cachedTitle);
    const bare = await startBare(await readResponse(ours.port, kept));
    servers.push(bare);
    const load = (url: string) => ({
      requests: [`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
      count: requestsMax,
      status: 200,
    });
    const cpu = await compareCpu({
      bare: { server: bare, load: load('/') },
      file: { server: ours, load: load(`/assets/${copyName}`) },
      kept: { server: ours, load: load(kept) },
    });
    return [
      { what: 'a new share image, warm', measured: median(times), unit: 'ms', limit: 25 },
      { what: '  the first of a process', measured: first, unit: 'ms' },
      {
        what: '  memory that drawing adds',
        measured: (afterBytes - beforeBytes) / 1024 ** 2,
        unit: 'MB',
      },
      {
        what: 'a kept share image, beside a static file of its size',
        measured: cpu.kept,
        baseline: cpu.file,
        unit: 'µs CPU',
        limit: 1.3,
      },
      { what: '  beside bare node:http', measured: cpu.kept, baseline: cpu.bare, unit: 'µs CPU' },
    ];
  } finally {
    for (const server of servers) await server.stop();
    rmSync(copy, { force: true });
    await testbed.close();
  }
}

async function timeImage({ port }: Server, url: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${url}`);
  await answer.arrayBuffer();
  if (answer.status !== 200 || answer.headers.get('cache-control') === 'no-store')
    throw new Error(`No picture: ${answer.status}`);
  return performance.now() - startedMs;
}
