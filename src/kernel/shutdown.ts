import type { Logger } from './observability/logging.ts';

export type ShutdownStep = { name: string; run: () => Promise<unknown> | unknown };

/**
 * On the first SIGTERM or SIGINT, runs the steps in order and exits: with 0, or with 1 when a step
 * failed (later steps still run) or all steps together took longer than `deadlineMs`. Further
 * signals are ignored.
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
    // A hanging request would otherwise keep the process alive for ever. The timer also keeps the
    // event loop running, so that a step that never resolves exits with 1 and not silently with 0.
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

/** Runs the steps in order, even when some fail; throws the first error at the end. */
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
