// An engine in a child process of our own: it loads its model once and answers one job after another.
// It may crash, hang or end as it likes: the job fails, and the next one finds a new process.
// Jobs wait here for their turn: ending one, and its process with it, costs no other job.
import { type ChildProcess, fork } from 'node:child_process';
import { stepBack } from '../programs.ts';
import { createWorkLane } from '../work-lane.ts';
import { EngineDown } from './engine.ts';

type AskOptions = { signal: AbortSignal; timeoutMs: number };
export type EngineProcess = {
  /** Throws EngineDown, or the signal's reason; both end the process, which can't drop a job. */
  ask(job: object, options: AskOptions): Promise<unknown>;
  close(): void;
};

type Reply = { id: number; answer?: unknown; error?: string };

const noSecrets = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

export function openEngineProcess(file: URL): EngineProcess {
  let child: ChildProcess | null = null;
  let lastId = 0;
  const lane = createWorkLane({ runningMax: 1, waitingMax: Number.POSITIVE_INFINITY });

  function start(): ChildProcess {
    const started = fork(file, [], {
      env: noSecrets,
      // Samples travel in files, so the plain serialization is enough.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    });
    stepBack(started);
    started.once('exit', () => {
      if (child === started) child = null;
    });
    // The process must not wait for its engine at the end.
    started.unref();
    started.channel?.unref();
    return started;
  }

  /** Until it has ended it would still take jobs, so it is forgotten at once. */
  function kill(ending: ChildProcess | null): void {
    if (child === ending) child = null;
    ending?.kill('SIGKILL');
  }

  function askNow(job: object, { signal, timeoutMs }: AskOptions): Promise<unknown> {
    child ??= start();
    const asked = child;
    const id = ++lastId;
    asked.channel?.ref();
    return new Promise((resolve, reject) => {
      const stop = (reason: unknown) => {
        kill(asked);
        settle(() => reject(reason));
      };
      const timer = setTimeout(() => stop(new EngineDown('the engine hung')), timeoutMs);
      const abort = () => stop(signal.reason);
      const onMessage = (reply: Reply) => {
        if (reply.id !== id) return;
        if (reply.error === undefined) settle(() => resolve(reply.answer));
        else settle(() => reject(new EngineDown(reply.error)));
      };
      // A job that could not be sent is heard of before the exit of its process.
      const onExit = () => stop(new EngineDown('the engine ended'));
      function settle(act: () => void) {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        asked.off('message', onMessage).off('exit', onExit).off('error', onExit);
        asked.channel?.unref();
        act();
      }
      signal.addEventListener('abort', abort);
      asked.on('message', onMessage).on('exit', onExit).on('error', onExit);
      asked.send({ id, job }, (error) => error && onExit());
    });
  }

  return {
    ask: (job, options) => lane.run(() => askNow(job, options), options.signal),
    close: () => kill(child),
  };
}
