// Repeats a call until the server answers it: without a connection, and while the server is busy.
import { CallError, errorNumber } from '#lib/call-error.ts';

export type Trouble = 'offline' | 'busy';
/** Rejects when the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const pauseMsMax = 15_000;

export async function untilAnswered<T>(
  act: () => Promise<T>,
  {
    signal,
    pause,
    onTrouble,
  }: { signal: AbortSignal; pause: Pause; onTrouble: (trouble: Trouble | null) => void },
): Promise<T> {
  for (let attempt = 0; ; attempt++)
    try {
      const answer = await act();
      onTrouble(null);
      return answer;
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      onTrouble(error.status === 0 ? 'offline' : 'busy');
      const usualMs = Math.min(pauseMsMax, 1000 * 2 ** attempt);
      const requestedMs = 1000 * (errorNumber(error, 'retry_after') ?? 0);
      await pause(Math.max(usualMs, Math.min(pauseMsMax, requestedMs)), signal);
    }
}

function isTemporary(error: unknown): error is CallError {
  if (!(error instanceof CallError)) return false;
  const { status, body } = error;
  const { code, enable } = (body ?? {}) as { code?: unknown; enable?: unknown };
  if (status === 429) return code === 'throttled';
  // What staff have switched off, or what has to be installed, may take days.
  const isLasting = code === 'feature_off' || enable !== undefined;
  return status === 0 || (status >= 500 && !isLasting);
}

/** Ends early when the browser is connected again. */
export const pauseUntilOnline: Pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(end, milliseconds);
    const leave = () => {
      release();
      reject(signal.reason);
    };
    function release() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', leave);
    }
    function end() {
      release();
      resolve();
    }
    window.addEventListener('online', end);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
