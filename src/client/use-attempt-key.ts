import { useRef } from 'react';
import { CallError } from './errors.ts';

/** One key for one attempt: a call that got no answer is repeated with the same one. */
export function useAttemptKey() {
  const attempt = useRef<{ text: string; key: string }>(undefined);
  return {
    /** The same as long as the same is sent. */
    keyFor(content: object): string {
      const text = JSON.stringify(content);
      if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return attempt.current.key;
    },
    /** Who was answered tries anew. */
    endAttempt(error: unknown): void {
      if (error instanceof CallError && error.status > 0) attempt.current = undefined;
    },
  };
}
