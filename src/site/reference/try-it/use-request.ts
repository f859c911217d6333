import { useEffect, useRef, useState } from 'react';
import { type ReadableResponse, readResponse } from './read-response.ts';
import type { RequestParts } from './request-parts.ts';
import { type SendOptions, sendRequest } from './send-request.ts';

export type RequestState =
  | { status: 'idle' }
  /** With what has arrived of a stream. */
  | { status: 'busy'; response?: ReadableResponse }
  | { status: 'arrived'; response: ReadableResponse }
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
    let arrived: ReadableResponse | undefined;
    setState({ status: 'busy' });
    try {
      const startedAt = performance.now();
      const response = await sendRequest(parts, { ...options, signal });
      const parsed = await readResponse(response, startedAt, (part) => {
        arrived = part;
        setState({ status: 'busy', response: part });
      });
      if (!signal.aborted) setState({ status: 'arrived', response: parsed });
    } catch {
      if (current.current !== controller) return;
      setState(
        arrived
          ? { status: 'arrived', response: arrived }
          : { status: signal.aborted ? 'idle' : 'failed' },
      );
    }
  }

  return { state, send, stop: () => current.current?.abort() };
}
