// An engine in a child process that loads its model once and runs one job after another. If it
// crashes or hangs, the job fails and the next one starts a new process. Jobs wait here, not in the
// process, so that stopping one job with its process affects no other.
import { type ChildProcess, fork } from 'node:child_process';
import { createFairQueue } from '#kernel/fair-queue.ts';
import { lowerPriority } from '#kernel/run-program.ts';
import { EngineUnavailable } from './engine.ts';

type RunOptions = { signal: AbortSignal; timeoutMs: number };
export type EngineProcess = {
  /**
   * Throws EngineUnavailable or the signal's reason; both kill the process: it cannot cancel a job.
   */
  run(job: object, options: RunOptions): Promise<unknown>;
  close(): void;
};

type ProcessMessage = { id: number; result?: unknown; error?: string };

const noSecrets = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

export function createEngineProcess(file: URL): EngineProcess {
  let child: ChildProcess | null = null;
  let lastId = 0;
  const queue = createFairQueue({ what: 'turn of an engine', max: 1 });

  function start(): ChildProcess {
    const started = fork(file, [], {
      env: noSecrets,
      // Samples are passed in files, so the default serialization is sufficient.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    });
    lowerPriority(started);
    started.once('exit', () => {
      if (child === started) child = null;
    });
    // The engine must not keep this process alive.
    started.unref();
    started.channel?.unref();
    return started;
  }

  /** Cleared immediately, because the process would accept jobs until it has exited. */
  function kill(ending: ChildProcess | null): void {
    if (child === ending) child = null;
    ending?.kill('SIGKILL');
  }

  function send(job: object, { signal, timeoutMs }: RunOptions): Promise<unknown> {
    child ??= start();
    const target = child;
    const id = ++lastId;
    target.channel?.ref();
    return new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        kill(target);
        settle(() => reject(reason));
      };
      const timer = setTimeout(
        () => stop(new EngineUnavailable('the engine timed out')),
        timeoutMs,
      );
      const abort = () => stop(signal.reason);
      const onMessage = (reply: ProcessMessage) => {
        if (reply.id !== id) return;
        if (reply.error === undefined) settle(() => resolve(reply.result));
        else settle(() => reject(new EngineUnavailable(reply.error)));
      };
      // A failed send is reported before the exit event.
      const onExit = () => stop(new EngineUnavailable('the engine exited'));
      function settle(act: () => void) {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        target.off('message', onMessage).off('exit', onExit).off('error', onExit);
        target.channel?.unref();
        act();
      }
      signal.addEventListener('abort', abort);
      target.on('message', onMessage).on('exit', onExit).on('error', onExit);
      target.send({ id, job }, (error) => error && onExit());
    });
  }

  return {
    run: (job, options) => queue.run(null, () => send(job, options), options.signal),
    close: () => kill(child),
  };
}
