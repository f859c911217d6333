import { CallError } from '#lib/call-error.ts';

/** Null instead of a 404. */
export async function readIfExists<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}
