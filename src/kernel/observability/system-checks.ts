// What staff see of the parts of the system. Areas register a check for each part of theirs.
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './logging.ts';

/** `off`: not configured, which may be intended. */
export type PartState = 'ok' | 'warning' | 'down' | 'off';
/** `message` is one sentence for staff: what is wrong, and what to do about it. */
export type PartHealth = { state: PartState; message: string };

export type SystemCheck = {
  name: string;
  title: string;
  read: () => Promise<PartHealth>;
  /**
   * Calls the service itself, for free and without effect. Only when an operator wants to know: the
   * service sees each call.
   */
  call?: () => Promise<PartHealth>;
  /** What `read` sees is only true in a process that serves. */
  isOfServer?: true;
};
export type CheckedPart = PartHealth & Pick<SystemCheck, 'name' | 'title'>;

export type SystemChecks = {
  /** Throws when the name is taken. */
  add(check: SystemCheck): void;
  /** In the order in which they were added; a check that fails or takes too long is `down`. */
  readAll(): Promise<CheckedPart[]>;
  /** The same for a command, which does not serve. */
  readOutside(): Promise<CheckedPart[]>;
  /** The services of the parts that have one. */
  callAll(): Promise<CheckedPart[]>;
};

const usualTimeoutMs = 3000;
const callTimeoutMs = 30_000;

export function createSystemChecks(
  log: Pick<Logger, 'warn'>,
  timeoutMs = usualTimeoutMs,
): SystemChecks {
  const checks = new Map<string, SystemCheck>();

  async function judge(
    { name, title }: SystemCheck,
    read: () => Promise<PartHealth>,
    timeoutMs: number,
  ): Promise<CheckedPart> {
    const over = new AbortController();
    const late: Promise<PartHealth> = wait(timeoutMs, undefined, { signal: over.signal }).then(
      () => ({ state: 'down', message: `No answer within ${timeoutMs / 1000} seconds.` }),
    );
    late.catch(() => undefined);
    try {
      return { name, title, ...(await Promise.race([read(), late])) };
    } catch (err) {
      log.warn({ err, part: name }, 'a check of the system failed');
      return { name, title, state: 'down', message: 'The check failed; the log says why.' };
    } finally {
      over.abort();
    }
  }

  const readSome = (isIncluded: (check: SystemCheck) => boolean) => {
    const included = [...checks.values()].filter(isIncluded);
    return Promise.all(included.map((check) => judge(check, check.read, timeoutMs)));
  };

  return {
    add(check) {
      if (checks.has(check.name)) throw new Error(`The check "${check.name}" exists already.`);
      checks.set(check.name, check);
    },
    readAll: () => readSome(() => true),
    readOutside: () => readSome(({ isOfServer }) => !isOfServer),
    callAll: () =>
      Promise.all(
        [...checks.values()].flatMap((check) =>
          check.call ? [judge(check, check.call, callTimeoutMs)] : [],
        ),
      ),
  };
}
