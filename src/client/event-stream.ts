// Parses server-sent events of a fetch response: EventSource cannot send an Authorization header.

export type StreamEvent = { id: string | undefined; data: unknown };

/** The id of the last event read, the `Last-Event-ID` of the next connection. */
export type EventMark = { lastEventId?: string | undefined };

function parseBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'data') data.push(value ?? '');
  }
  return data.length === 0 ? undefined : { id, data: JSON.parse(data.join('\n')) };
}

/** Reads until the stream ends, updating the mark. Leaving the loop closes the connection. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  mark: EventMark = {},
): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A chunk may end inside a CRLF: a lone CR stays until the next chunk.
      const blocks = rest.replace(/\r\n/g, '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const event of blocks.map(parseBlock)) {
        if (!event) continue;
        if (event.id !== undefined) mark.lastEventId = event.id;
        yield event.data;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
