// A database that hangs, or is behind a network that drops everything, gives no error and no result.
// A call waits for the time limit once only: its later statements, such as releasing a claim, are
// refused at once.
import { AsyncLocalStorage } from 'node:async_hooks';
import { UnavailableError } from '../outages.ts';

/** Of one call: when a wait of it last reached the time limit. */
export type Silence = { recordedAtMs: number | undefined };

// Work that goes on for longer, such as a stream of events, may try again after it.
const refusedForMs = 10_000;
const calls = new AsyncLocalStorage<Silence>();

export const createSilence = (): Silence => ({ recordedAtMs: undefined });

/** Runs a part of a call. Its parts share one `silence`. */
export const withSilence = <T>(silence: Silence, act: () => T): T => calls.run(silence, act);

/** Runs what the call does not wait for. */
export const withoutSilence = <T>(act: () => T): T => calls.exit(act);

/** Of the call that runs now; undefined within other work. */
export const currentSilence = (): Silence | undefined => calls.getStore();

/** The call has waited for a statement or a connection, as long as it may. */
export function recordSilence(silence: Silence | undefined): void {
  if (silence) silence.recordedAtMs = performance.now();
}

/** Throws when the call has just reached the time limit. */
export function refuseAfterSilence(): void {
  const recordedAtMs = currentSilence()?.recordedAtMs;
  if (recordedAtMs !== undefined && performance.now() - recordedAtMs < refusedForMs)
    throw new UnavailableError('the database does not respond');
}
