// Other programs that serve the home page, each as its own documentation sets it up.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasNginx } from '#test/processes/nginx.ts';
import { findFreePort } from '#test/processes/ports.ts';
import { runQuietly } from '../../scripts/run-quietly.mjs';
import { root, type Server, startProgram } from './processes.ts';
import type { RawResponse } from './same-response.ts';

const searchPath = `${process.env.PATH}:/usr/sbin`;

/** Sends the same compressed bytes with the same headers, from a file; null where it is missing. */
export async function startNginx(answer: RawResponse): Promise<Server | null> {
  if (!hasNginx) return null;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-bench-'));
  const port = await findFreePort();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(path.join(folder, 'page'), answer.body);
  writeFileSync(file, configureNginx(folder, port, answer));
  const args = ['-p', folder, '-c', file, '-e', 'stderr'];
  const env = { PATH: searchPath, PORT: String(port) };
  const server = await startProgram({ command: 'nginx', args, env });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...server, stop };
}

/** What it writes itself. */
const ownHeaders = ['content-length', 'content-type', 'etag', 'last-modified'];

/** A single process, whose CPU time can be read. */
function configureNginx(folder: string, port: number, { headers }: RawResponse): string {
  const added = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  const quote = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off;',
    'master_process off;',
    `pid ${path.join(folder, 'nginx.pid')};`,
    'events { worker_connections 1024; }',
    'http {',
    ...temporary.map((name) => `${name}_temp_path ${path.join(folder, name)};`),
    `access_log ${path.join(folder, 'access.log')};`,
    'sendfile on;',
    'tcp_nopush on;',
    // As many as the load sends over one connection.
    'keepalive_requests 1000000;',
    `default_type ${quote(headers['content-type'] ?? 'text/html')};`,
    `server { listen 127.0.0.1:${port}; root ${folder};`,
    'location / { try_files /page =404; }',
    ...added.map(([name, value]) => `add_header ${name} ${quote(value)};`),
    '}',
    '}',
  ].join('\n');
}

/** `next build` and `next start` of one page with this HTML, with their defaults. */
export async function startNext(html: string): Promise<Server> {
  // Below the root, where it finds its packages.
  const folder = path.join(root, 'build/bench-next');
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.join(root, 'bench/programs/next'), folder, { recursive: true });
  // The parts of a document that Next.js writes itself.
  const markup = html.replaceAll(/<!doctype html>|<\/?(?:html|head|body)(?=[\s>])[^>]*>/gi, '');
  writeFileSync(path.join(folder, 'page.json'), JSON.stringify({ markup }));
  const next = path.join(root, 'node_modules/next/dist/bin/next');
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const built = await runQuietly(process.execPath, [next, 'build'], options);
  if (built.status !== 0) throw new Error(`next build failed:\n${built.output}`);
  const args = [next, 'start', '--hostname', '127.0.0.1'];
  return startProgram({ command: process.execPath, args, env, cwd: folder });
}
