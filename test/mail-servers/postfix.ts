// Postfix and OpenDKIM of Debian, each in a folder of its own, on loopback.
import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../processes/ports.ts';
import { listCommands } from './guide.ts';

export type Postfix = { port: number; log(): string; stop(): void };

/** Like `/etc/postfix` of Debian, with the commands of the guide executed on it. */
export async function startPostfix(folder: string, commands: readonly string[]): Promise<Postfix> {
  const config = path.join(folder, 'postfix');
  const [queue, data, log] = ['queue', 'data', 'mail.log'].map((name) => path.join(folder, name));
  cpSync('/usr/share/postfix/main.cf.debian', path.join(config, 'main.cf'));
  cpSync('/usr/share/postfix/master.cf.dist', path.join(config, 'master.cf'));
  for (const dir of [queue!, data!]) mkdirSync(dir);
  const uid = Number(execFileSync('id', ['-u', 'postfix']).toString());
  chownSync(data!, uid, uid);
  const port = await findFreePort();
  const postfix = (...words: string[]) => execFileSync('postfix', ['-c', config, ...words]);
  const postconf = (...words: string[]) => execFileSync('postconf', ['-c', config, ...words]);
  postconf(
    '-e',
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    `maillog_file = ${log}`,
    `maillog_file_prefixes = ${folder}`,
    'compatibility_level = 3.6',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'myhostname = mx.example.com',
    'mydestination = ',
    // The test is a stranger, as senders are.
    'mynetworks = 192.0.2.0/24',
    'alias_maps = ',
    'minimal_backoff_time = 1s',
    'queue_run_delay = 1s',
  );
  postconf('-M#', 'smtp/inet');
  postconf('-F', '*/*/chroot = n');
  postconf('-M', `${port}/inet=127.0.0.1:${port} inet n - n - - smtpd`);
  postconf('-M', 'postlog/unix-dgram=postlog unix-dgram n - n - 1 postlogd');
  for (const command of commands)
    execFileSync('sh', ['-c', command.replace('postconf ', `postconf -c ${config} `)]);
  postfix('start');
  return {
    port,
    log: () => readFileSync(log!, 'utf8'),
    stop: () => postfix('stop'),
  };
}

export type OpenDkim = { port: number; privateKey: string; stop(): void };

/** As the guide configures it; the key of `example.com` comes from a file instead of DNS. */
export async function startOpenDkim(folder: string, printed: string): Promise<OpenDkim> {
  const port = await findFreePort();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const keys = path.join(folder, 'dkim-keys');
  writeFileSync(
    keys,
    `key1._domainkey.example.com v=DKIM1; k=rsa; p=${publicKey.toString('base64')}\n`,
  );
  const config = path.join(folder, 'opendkim.conf');
  const lines = [
    printed.replace('8891', String(port)),
    `TestPublicKeys ${keys}`,
    // What comes from this machine would be signed and not verified.
    'InternalHosts 192.0.2.1',
    '',
  ];
  writeFileSync(config, lines.join('\n'));
  for (const file of [keys, config]) chmodSync(file, 0o644);
  const child = spawn('opendkim', ['-f', '-x', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  await once(child, 'spawn');
  return { port, privateKey, stop: () => void child.kill() };
}

export const postfixCommands = (block: string): string[] => listCommands(block, 'postconf');
