// A response as the form shows it.

export type ReadableResponse = {
  status: number;
  /** Until the whole response, or of a stream its first part, was here. */
  milliseconds: number;
  headers: readonly (readonly [name: string, value: string])[];
} & ({ kind: 'text'; text: string } | { kind: 'file'; file: Blob; fileName: string });

const visibleHeaders = [
  'content-type',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'idempotency-replayed',
];

export const listHeaders = ({ headers }: Response): ReadableResponse['headers'] =>
  visibleHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });

/** JSON with one field a line; any other text as it is. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const isText = (type: string) => /^(text\/|application\/(json|problem\+json|xml))/.test(type);

const toExtension = (type: string) => /\/(?:x-)?([\w]+)/.exec(type)?.[1] ?? 'bin';

/** Text is cut beyond this: a browser is slow with more. */
const textMax = 200_000;
const cut = (text: string) =>
  text.length > textMax ? `${text.slice(0, textMax)}\n... ${text.length} characters` : text;

/** `onText` gets what has arrived of a stream of events, until it ends or is stopped. */
export async function readResponse(
  response: Response,
  startedAt: number,
  onText: (arrived: ReadableResponse) => void,
): Promise<ReadableResponse> {
  const type = response.headers.get('content-type') ?? '';
  const about = () => ({
    status: response.status,
    headers: listHeaders(response),
    milliseconds: Math.round(performance.now() - startedAt),
  });
  if (type.startsWith('text/event-stream') && response.body) {
    const opened = about();
    const toTextResponse = (text: string): ReadableResponse => ({ ...opened, kind: 'text', text });
    onText(toTextResponse(''));
    return toTextResponse(await readStream(response.body, (text) => onText(toTextResponse(text))));
  }
  if (type && !isText(type)) {
    const file = await response.blob();
    return { ...about(), kind: 'file', file, fileName: `response.${toExtension(type)}` };
  }
  return { kind: 'text', text: cut(prettyText(await response.text())), ...about() };
}

/** The first events: enough to see what they look like. */
const streamMax = 20_000;

async function readStream(
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => void,
): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < streamMax) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      onText(text);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return text;
}
