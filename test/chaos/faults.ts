// What can happen to the stack. Each fault begins, lasts a while, and is repaired before the next.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '#test/fuzz/random.ts';
import type { Stack } from './stack.ts';
import type { Supervised } from './supervised.ts';
import type { Traffic } from './traffic.ts';

export type Scene = {
  stack: Stack;
  traffic: Traffic;
  random: Random;
  kills: KillLog;
  lastsMs: number;
};

/** Kills and writes down what was killed. */
export type KillLog = {
  kill(what: Victim, afterMs?: number): Promise<void>;
  /** When the processes of each had ended. */
  endedMs: Readonly<Record<Victim, readonly number[]>>;
  count(): number;
};
export type Victim = 'app' | 'worker' | 'database';

export type Fault = {
  name: string;
  isKill?: true;
  /** Why it can't happen here. */
  missing?: (stack: Stack) => string | undefined;
  happen: (scene: Scene) => Promise<void>;
};

type ProxyName = keyof Stack['proxies'];
type State = Parameters<Stack['proxies']['database']['set']>[0];

const proxied = (name: string, proxy: ProxyName, state: State, times = 1): Fault => ({
  name,
  happen: async ({ stack, lastsMs }) => {
    await stack.proxies[proxy].set(state);
    await sleep(times * lastsMs);
    await stack.proxies[proxy].set('pass');
  },
});

const cut = (name: string, ...proxies: ProxyName[]): Fault => ({
  name,
  happen: async ({ stack, random, lastsMs }) => {
    for (let times = 0; times < 4; times++) {
      stack.proxies[random.pick(proxies)].cut();
      await sleep(lastsMs / 4);
    }
  },
});

const administer = async (stack: Stack, act: (client: pg.Client) => Promise<void>) => {
  const client = await stack.connect();
  try {
    await act(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** At any moment of a start. */
const chooseMoment = ({ random }: Scene, process: Supervised) =>
  Math.round((random.below(1000) / 1000) * process.startMs());

const killOnce = (what: Victim): Fault => ({
  name: `${what} killed`,
  isKill: true,
  happen: ({ kills }) => kills.kill(what),
});

const killDuringStart = (what: 'app' | 'worker'): Fault => ({
  name: `${what} killed, and twice during its start`,
  isKill: true,
  happen: async (scene) => {
    const process = what === 'app' ? scene.stack.killed : scene.stack.worker;
    await scene.kills.kill(what);
    await scene.kills.kill(what, chooseMoment(scene, process));
    await scene.kills.kill(what, chooseMoment(scene, process));
  },
});

/** Longer than most of its recoveries. */
const recoveryMs = 500;

const killDuringRecovery: Fault = {
  name: 'database killed, and twice during its recovery',
  isKill: true,
  happen: async ({ kills, random }) => {
    await kills.kill('database');
    await kills.kill('database', random.below(recoveryMs));
    await kills.kill('database', random.below(recoveryMs));
  },
};

const killAppDuringRecovery: Fault = {
  name: 'app killed while the database recovers',
  isKill: true,
  happen: async ({ kills, random }) => {
    await kills.kill('database');
    await kills.kill('app', random.below(recoveryMs));
    await kills.kill('database', random.below(recoveryMs));
    await kills.kill('app', random.below(recoveryMs));
  },
};

const killAll: Fault = {
  name: 'app, worker and database killed together',
  isKill: true,
  happen: async ({ kills }) => {
    await Promise.all([kills.kill('app'), kills.kill('worker'), kills.kill('database')]);
  },
};

/** More connections than the server allows. */
const takeConnections: Fault = {
  name: 'connections of the database used up',
  happen: async ({ stack, lastsMs }) => {
    const clients: pg.Client[] = [];
    const take = async () => {
      for (;;) clients.push(await stack.connect());
    };
    // Those of the processes are cut, and taken before they come back.
    stack.proxies.database.cut();
    const until = performance.now() + lastsMs;
    while (performance.now() < until) {
      await take().catch(() => undefined);
      await sleep(20);
    }
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  },
};

/** Every write of a message waits for this lock, each with a connection of the pool. */
const exhaustPool: Fault = {
  name: 'pool exhausted',
  happen: ({ stack, lastsMs }) =>
    administer(stack, async (client) => {
      await client.query('begin; lock table ticket in access exclusive mode');
      await sleep(lastsMs);
      await client.query('rollback');
    }),
};

const setReadOnly = (stack: Stack, value: 'on' | 'off') =>
  administer(stack, async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
  });

const readOnlyDatabase: Fault = {
  name: 'database read-only',
  happen: async ({ stack, lastsMs }) => {
    await setReadOnly(stack, 'on');
    await sleep(lastsMs);
    await setReadOnly(stack, 'off');
  },
};

const needsMount = 'needs root, to mount a disk of its own';

const fullDisk: Fault = {
  name: 'disk of the database full',
  missing: ({ disks }) => (disks.database.isOwn ? undefined : needsMount),
  happen: async ({ stack, lastsMs }) => {
    const filler = path.join(stack.disks.database.folder, 'filler');
    try {
      // The whole disk, so it ends with an error.
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' });
    } catch {
      await sleep(lastsMs);
    }
    rmSync(filler, { force: true });
    // Without room for a commit the server ends by itself.
    await stack.reviveDatabase();
  },
};

const readOnlyDisk: Fault = {
  name: 'disk of the files read-only',
  missing: ({ disks }) => (disks.files.isOwn ? undefined : needsMount),
  happen: async ({ stack, lastsMs }) => {
    const remount = (mode: 'ro' | 'rw') =>
      execFileSync('mount', ['-o', `remount,${mode}`, stack.disks.files.folder]);
    remount('ro');
    await sleep(lastsMs);
    remount('rw');
  },
};

const moveClock: Fault = {
  name: 'clock jumps ahead and back',
  missing: ({ setClock }) => (setClock ? undefined : 'needs the Debian package faketime'),
  happen: async ({ stack, random, lastsMs }) => {
    stack.setClock?.(60 + random.below(240));
    await sleep(lastsMs);
    stack.setClock?.(-random.below(60));
    await sleep(lastsMs / 2);
    stack.setClock?.(0);
  },
};

const stormOfWebhooks: Fault = {
  name: 'webhooks doubled and reordered',
  happen: async ({ traffic, lastsMs }) => {
    traffic.payer.setStorm(true);
    await sleep(lastsMs);
    traffic.payer.setStorm(false);
  },
};

export const faults: readonly Fault[] = [
  killOnce('app'),
  killOnce('worker'),
  killOnce('database'),
  killDuringStart('app'),
  killDuringStart('worker'),
  killDuringRecovery,
  killAppDuringRecovery,
  killAll,
  proxied('database refuses', 'database', 'refuse'),
  proxied('database slow', 'database', 150),
  // In a long run longer than a call may take.
  proxied('database hangs', 'database', 'hang', 4),
  cut('connections to the database cut', 'database'),
  takeConnections,
  exhaustPool,
  readOnlyDatabase,
  fullDisk,
  readOnlyDisk,
  proxied('mail server refuses', 'mail', 'refuse'),
  proxied('mail server slow', 'mail', 500),
  proxied('mail server hangs', 'mail', 'hang'),
  proxied('speech provider hangs', 'speech', 'hang'),
  cut('connections of clients cut', 'killed', 'steady'),
  moveClock,
  stormOfWebhooks,
];

export const killFaults: readonly Fault[] = faults.filter(({ isKill }) => isKill);

export function createKillLog({ killed, worker, killDatabase }: Stack): KillLog {
  const endedMs: Record<Victim, number[]> = { app: [], worker: [], database: [] };
  const after = (process: Supervised) => async (ms: number) => {
    await sleep(ms);
    await process.kill();
  };
  const ways = { app: after(killed), worker: after(worker), database: killDatabase };
  return {
    endedMs,
    async kill(what, afterMs = 0) {
      await ways[what](afterMs);
      endedMs[what].push(performance.now());
    },
    count: () => Object.values(endedMs).reduce((sum, times) => sum + times.length, 0),
  };
}
