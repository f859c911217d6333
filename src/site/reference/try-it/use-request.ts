import { useEffect, useRef, useState } from 'react';
import { type Answer, readAnswer } from './read-answer.ts';
import type { RequestParts } from './request-parts.ts';
import { type SendOptions, sendRequest } from './send-request.ts';

export type RequestState =
  | { status: 'idle' }
  /** With what has arrived of a stream. */
  | { status: 'busy'; answer?: Answer }
  | { status: 'answered'; answer: Answer }
  | { status: 'failed' };

/** One request at a time; leaving the form stops it. */
export function useRequest() {
  const [state, setState] = useState<RequestState>({ status: 'idle' });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function send(parts: RequestParts, options: Omit<SendOptions, 'signal'>) {
    current.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    let arrived: Answer | undefined;
    setState({ status: 'busy' });
    try {
      const startedAt = performance.now();
      const response = await sendRequest(parts, { ...options, signal });
      const answer = await readAnswer(response, startedAt, (part) => {
        arrived = part;
        setState({ status: 'busy', answer: part });
      });
      if (!signal.aborted) setState({ status: 'answered', answer });
    } catch {
      if (current.current !== controller) return;
      setState(
        arrived
          ? { status: 'answered', answer: arrived }
          : { status: signal.aborted ? 'idle' : 'failed' },
      );
    }
  }

  return { state, send, stop: () => current.current?.abort() };
}
