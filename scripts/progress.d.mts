type Output = { isTTY?: boolean; write: (text: string) => unknown };

/** A phase that has begun. */
export type Phase = { end: () => void; fail: () => void };

export type Progress = { begin: (name: string, hint?: string) => Phase };

/** `now` in milliseconds. */
export function createProgress(options?: { stream?: Output; now?: () => number }): Progress;
