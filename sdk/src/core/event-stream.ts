// Server-sent events, read from a response of `fetch`.
import { ApiError, ConnectionError } from './errors.ts';
import { isWorthRepeating, pauseMs, sleep } from './retries.ts';

export type EventStreamOptions = {
  /** Opens the connection, after the event with this id if there is one. */
  open: (lastEventId: string | undefined) => Promise<Response>;
  signal?: AbortSignal | undefined;
  lastEventId?: string | undefined;
  /** Whether to connect again when the connection ends. */
  resumes: boolean;
};

/** The server sends a comment every 20 s: a connection that is silent for longer is dead. */
const silenceMs = 65_000;

/**
 * `for await (const event of stream)`. Leaving the loop ends the connection. After an interruption
 * it connects again and continues after the last event; it throws only for what waiting can't mend.
 */
export class EventStream<T> implements AsyncIterable<T> {
  /** Of the last event: store it to continue after it in another process. */
  lastEventId: string | undefined;
  readonly #options: EventStreamOptions;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.lastEventId = options.lastEventId;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    const { open, signal, resumes } = this.#options;
    // Since the last event: pauses grow with it, up to 8 s.
    for (let attempt = 1; ; attempt += 1) {
      let problem: unknown;
      try {
        const { body } = await open(this.lastEventId);
        if (!body) return;
        for await (const { id, data } of readMessages(body, resumes ? silenceMs : undefined)) {
          attempt = 1;
          if (id !== undefined) this.lastEventId = id;
          if (data === '[DONE]') return;
          yield JSON.parse(data) as T;
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (!resumes || (error instanceof ApiError && !isWorthRepeating(error))) throw error;
        problem = error;
      }
      if (!resumes) return;
      await sleep(pauseMs(problem, attempt), signal);
    }
  }
}

type Message = { id: string | undefined; data: string };

function parseMessage(block: string): Message {
  const lines = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? []);
  const values = (field: string) =>
    lines.filter(([, name]) => name === field).map(([, , value = '']) => value);
  return { id: values('id').at(-1), data: values('data').join('\n') };
}

async function* readMessages(
  body: ReadableStream<Uint8Array>,
  idleMs: number | undefined,
): AsyncGenerator<Message, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await withinIdle(reader.read(), idleMs);
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A chunk may end inside a CRLF: a lone CR stays until the next chunk.
      const blocks = rest.replace(/\r\n/g, '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const message of blocks.map(parseMessage)) if (message.data) yield message;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinIdle<T>(reading: Promise<T>, idleMs: number | undefined): Promise<T> {
  if (idleMs === undefined) return reading;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError(`Silent for ${idleMs} ms.`)), idleMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
}
