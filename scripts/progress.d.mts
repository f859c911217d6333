type Output = { isTTY?: boolean; write: (text: string) => unknown };

/** A phase that has begun. `count` says how far it is; `end` or `fail` is called once. */
export type Phase = {
  count: (done: number, total: number) => void;
  end: () => void;
  fail: () => void;
};

export type Progress = { begin: (name: string) => Phase };

/** In milliseconds, by the name of the phase. */
export type Durations = {
  find: (name: string) => number | undefined;
  keep: (name: string, ms: number) => void;
};

export function openDurations(file?: string): Durations;

/** `now` in milliseconds. */
export function createProgress(options?: {
  stream?: Output;
  now?: () => number;
  durations?: Durations;
}): Progress;
