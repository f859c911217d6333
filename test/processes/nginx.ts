// nginx with the configuration that the documentation recommends, on a port of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasOptional } from '../optional-programs.ts';
import { findFreePort, isListening } from './ports.ts';

const example = path.resolve(import.meta.dirname, '../../docs/examples/nginx.conf');
const searchPath = `${process.env.PATH}:/usr/sbin`;

export const hasNginx = hasOptional(
  () => !spawnSync('nginx', ['-v'], { env: { PATH: searchPath } }).error,
);

export type Nginx = { url: string; stop(): Promise<void> };

/** Serves without TLS, in front of processes on these ports. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-nginx-'));
  const port = await findFreePort();
  const file = path.join(folder, 'nginx.conf');
  for (const name of temporary) mkdirSync(path.join(folder, name));
  writeFileSync(file, configure(folder, port, ports));
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: searchPath },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const endWithUs = () => child.kill('SIGTERM');
  process.prependOnceListener('exit', endWithUs);
  const exited = once(child, 'exit').finally(() => process.off('exit', endWithUs));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx exited: ${errors}`);
    await sleep(20);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const temporary = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'] as const;

function configure(folder: string, port: number, ports: readonly number[]): string {
  const [, served = ''] = /^(.*?)^server \{\n {4}listen 80;/ms.exec(
    readFileSync(example, 'utf8'),
  ) ?? [''];
  const site = served
    .replace(/ +server 10\.0\.0\.1:3000(.*\n).*10\.0\.0\.2:3000.*\n/, (_, options: string) =>
      ports.map((one) => `    server 127.0.0.1:${one}${options}`).join(''),
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ +(?:http2|ssl_\w+|server_name) .*\n/gm, '');
  const places = ['client_body', ...temporary.slice(1)].map(
    (name, at) => `${name}_temp_path ${path.join(folder, temporary[at]!)};`,
  );
  return [
    // As root its workers would be another user, who may not enter the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    `pid ${path.join(folder, 'nginx.pid')};`,
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...places,
    site,
    '}',
  ].join('\n');
}
