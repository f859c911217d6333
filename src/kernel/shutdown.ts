import type { Logger } from './logging.ts';

export type ShutdownStep = { name: string; run: () => Promise<unknown> | unknown };

/**
 * On the first SIGTERM or SIGINT runs the steps in order and exits: 0, or 1 when a step failed
 * (the later ones still run) or all of them together took longer than `deadlineMs`. Further
 * signals change nothing.
 */
export function closeOnSignals({
  steps,
  deadlineMs = 10_000,
  log,
}: {
  steps: readonly ShutdownStep[];
  deadlineMs?: number;
  log: Pick<Logger, 'info' | 'error'>;
}): void {
  let isClosing = false;
  async function close(signal: NodeJS.Signals): Promise<void> {
    if (isClosing) return;
    isClosing = true;
    log.info({ signal }, 'closing');
    let running = '';
    // One request that hangs would otherwise keep the process for as long as it likes. The timer
    // also keeps an idle process alive, so that a stuck step ends in 1 and not in a quiet 0.
    setTimeout(() => {
      log.error({ step: running }, 'closing took too long');
      process.exit(1);
    }, deadlineMs);
    let exitCode = 0;
    for (const step of steps) {
      running = step.name;
      try {
        await step.run();
      } catch (err) {
        exitCode = 1;
        log.error({ err, step: step.name }, 'a closing step failed');
      }
    }
    process.exit(exitCode);
  }
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

/** One after another, each whatever became of the others; throws the first failure at the end. */
export async function runSteps(steps: readonly ShutdownStep[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      await step.run();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
