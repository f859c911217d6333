// Writes that are repeated with the same key until they are answered for good.
import { randomUUID } from 'node:crypto';
import { secondMs } from '#lib/durations.ts';
import { type Answer, type Call, type Client, isWorthRepeating } from './client.ts';
import type { Write, WriteLog } from './write-log.ts';

type OpenWrite = {
  write: Write;
  call: () => Call;
  then: (answer: Answer) => void;
  /** Not to be repeated before. */
  dueMs: number;
};

export type OpenWrites = {
  /** Sends a write for the first time. `call` is made anew for each repetition. */
  send(kind: string, mark: string, call: () => Call, then?: OpenWrite['then']): Promise<void>;
  /** Sends each of them once more whose answer said no later time. */
  repeat(): Promise<void>;
  /** How many were neither acknowledged nor refused. */
  count(): number;
};

export function createOpenWrites(client: Client, log: WriteLog): OpenWrites {
  const open = new Set<OpenWrite>();
  async function attempt(one: OpenWrite): Promise<void> {
    const answer = await client.send(one.call());
    if (isWorthRepeating(answer)) {
      one.dueMs = performance.now() + Number(answer?.headers.get('retry-after') ?? 0) * secondMs;
      open.add(one);
      return;
    }
    if (answer === null || answer.status >= 400) return;
    log.acknowledge(one.write, answer);
    one.then(answer);
  }
  return {
    send: (kind, mark, call, then = () => undefined) =>
      attempt({ write: log.begin(kind, mark), call: withKey(call), then, dueMs: 0 }),
    async repeat() {
      for (const one of [...open].filter(({ dueMs }) => dueMs <= performance.now())) {
        open.delete(one);
        await attempt(one);
      }
    },
    count: () => open.size,
  };
}

function withKey(call: () => Call): () => Call {
  const key = randomUUID();
  return () => {
    const one = call();
    return { ...one, headers: { ...one.headers, 'idempotency-key': key } };
  };
}
