// Reads the mailbox of INBOUND_IMAP_URL, in one process at a time: what is in it has not been read.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDetached, withCaller } from '#kernel/database/work.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import type { Support } from '../../context.ts';
import { takeMail } from '../receive-mail.ts';
import { endLease, recordProblem, recordRead, takeLease } from './mailbox-store.ts';
import { createMailboxTokens, type Mailbox, MailboxError, openMailbox } from './open-mailbox.ts';

export type MailboxReader = {
  /** Does nothing when no mailbox is configured. */
  start(): void;
  stop(): Promise<void>;
};

const usualTimes = {
  /** For servers that do not announce mail, and connections that died without notice. */
  pollMs: minuteMs,
  leaseMs: 30 * secondMs,
  /** Before the second attempt; then twice as long each time. */
  pauseMs: secondMs,
  pauseMsMax: 5 * minuteMs,
};

export function createMailboxReader(
  support: Support,
  times: Partial<typeof usualTimes> = {},
): MailboxReader {
  const { config, work } = support.kernel;
  const { pollMs, leaseMs, pauseMs, pauseMsMax } = { ...usualTimes, ...times };
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const tokens = createMailboxTokens(config);
  const log = createMailboxLog(support);
  let running: Promise<void> | undefined;
  const lease = () => work.write((tx) => takeLease(tx, holder, leaseMs / secondMs));

  /** Until the connection or the lease ends. Throws what operators have to know. */
  async function readMailbox(): Promise<void> {
    const mailbox = await openMailbox(config, tokens);
    const end = () => mailbox.close();
    signal.addEventListener('abort', end);
    const renewal = setInterval(() => void lease().then((has) => has || end(), end), leaseMs / 3);
    let hasRead = false;
    try {
      while (!signal.aborted) {
        await readAll(support, mailbox);
        await log.recordRead();
        hasRead = true;
        await mailbox.wait(pollMs);
      }
    } catch (error) {
      // Servers end connections that were open for long.
      if (!hasRead || mailbox.isOpen()) throw error;
    } finally {
      clearInterval(renewal);
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let ms = leaseMs / 3;
      try {
        if (await lease()) {
          ms = pauseMs;
          await readMailbox();
          failures = 0;
        }
      } catch (error) {
        if (signal.aborted) break;
        await log.recordProblem(error);
        ms = Math.min(pauseMsMax, pauseMs * 2 ** failures++);
      }
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
    await work.write((tx) => endLease(tx, holder)).catch(() => undefined);
  }

  return {
    start() {
      if (!config.INBOUND_IMAP_URL) return;
      running ??= runDetached(() => withCaller('mailbox', run));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** What operators see: the state of the mailbox, and each problem once in the log. */
function createMailboxLog({ kernel: { log, work, clock } }: Support) {
  let problem: string | null = null;
  return {
    async recordRead(): Promise<void> {
      await work.write((tx) => recordRead(tx, clock.now()));
      if (problem !== null) log.info('the mailbox can be read again');
      problem = null;
    },
    async recordProblem(error: unknown): Promise<void> {
      const words =
        error instanceof MailboxError
          ? error.message
          : 'What came could not be stored; the log says why.';
      if (words !== problem) log.error({ err: error }, 'the mailbox cannot be read');
      problem = words;
      await work.write((tx) => recordProblem(tx, words, clock.now())).catch(() => undefined);
    },
  };
}

/** Each mail once: the next one is read even if one cannot be stored; then that is thrown. */
async function readAll(support: Support, mailbox: Mailbox): Promise<void> {
  const failures: unknown[] = [];
  for (const uid of await mailbox.list()) {
    const mail = await mailbox.read(uid);
    if (!mail) continue;
    try {
      await takeMail(support, mail.raw, mail);
      support.ways.count('mailbox', 'accepted');
    } catch (error) {
      support.ways.count('mailbox', 'deferred');
      failures.push(error);
      continue;
    }
    await mailbox.moveAway(uid);
  }
  if (failures.length > 0) throw failures[0];
}
