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
    /** Any answer ends it, a refusal too: the same once more is another attempt then. */
    endAttempt(error: unknown): void {
      const isUnanswered = error instanceof CallError && error.status === 0;
      if (!isUnanswered) attempt.current = undefined;
    },
  };
}
