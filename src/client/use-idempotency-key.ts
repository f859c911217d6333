import { useRef } from 'react';
import { CallError } from '#lib/call-error.ts';

/** A call without a response is repeated with the same key, so that it takes effect once. */
export function useIdempotencyKey() {
  const attempt = useRef<{ text: string; key: string }>(undefined);
  return {
    /** The same key for the same content. */
    keyFor(content: object): string {
      const text = JSON.stringify(content);
      if (attempt.current?.text !== text) attempt.current = { text, key: crypto.randomUUID() };
      return attempt.current.key;
    },
    /** After any response, an error too, the next call gets a new key. */
    endAttempt(error: unknown): void {
      const isUnanswered = error instanceof CallError && error.status === 0;
      if (!isUnanswered) attempt.current = undefined;
    },
  };
}
