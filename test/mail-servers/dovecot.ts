// Dovecot of Debian in a folder of its own, with one mailbox.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { vi } from 'vitest';
import { findFreePort } from '../processes/ports.ts';
import { scaledMs } from '../time-limits.ts';

export type Dovecot = {
  url: string;
  deliver(raw: Buffer): void;
  /** How many mails a folder has. */
  count(folder: string): number;
  stop(): Promise<void>;
};

const settings = (folder: string, port: number) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
ssl = no
disable_plaintext_auth = no
log_path = ${folder}/dovecot.log
mail_location = maildir:${folder}/mails
first_valid_uid = 0
first_valid_gid = 0
mail_uid = mail
mail_gid = mail
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`;

export async function startDovecot(folder: string): Promise<Dovecot> {
  const port = await findFreePort();
  const inbox = path.join(folder, 'mails/new');
  for (const name of ['new', 'cur', 'tmp'])
    mkdirSync(path.join(folder, 'mails', name), { recursive: true });
  for (const name of ['mails', 'mails/new', 'mails/cur', 'mails/tmp'])
    chmodSync(path.join(folder, name), 0o777);
  const config = path.join(folder, 'dovecot.conf');
  writeFileSync(config, settings(folder, port));
  const child = spawn('dovecot', ['-F', '-c', config], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  await vi.waitFor(
    async () => {
      const socket = net.connect({ host: '127.0.0.1', port });
      await once(socket, 'data').finally(() => socket.destroy());
    },
    { timeout: scaledMs(15_000), interval: 50 },
  );
  let mails = 0;
  return {
    url: `imap://reply%40example.com:secret@127.0.0.1:${port}`,
    deliver(raw) {
      const file = path.join(inbox, `${++mails}.test`);
      writeFileSync(file, raw);
      chmodSync(file, 0o666);
    },
    count: (name) =>
      ['new', 'cur']
        .map((part) => path.join(folder, 'mails', name, part))
        .reduce((sum, dir) => sum + readdirSync(dir).length, 0),
    async stop() {
      child.kill();
      await exited;
    },
  };
}
