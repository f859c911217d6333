// What a page shows of an answer of the API: enough to see, or to hear, that it is one.

export type Answer = {
  status: string;
  timeMs: number;
  bytes: number;
  content: { excerpt: string } | { sound: Blob };
};

const linesMax = 14;
const columnsMax = 90;

/** JSON in lines as a person reads it, cut where a screen ends; other text as it came. */
export function excerptOf(text: string): string {
  const lines = formatJson(text).split('\n');
  const shown = lines
    .slice(0, linesMax)
    .map((line) => (line.length > columnsMax ? `${line.slice(0, columnsMax)}…` : line));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `… ${more} more lines`].join('\n') : shown.join('\n');
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Asks our own server, without cache and without the person's token. Throws when it can't. */
export async function callLive(path: string): Promise<Answer> {
  const startedMs = performance.now();
  const response = await fetch(path, { cache: 'no-store', credentials: 'omit' });
  const body = await response.blob();
  const timeMs = Math.round(performance.now() - startedMs);
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    timeMs,
    bytes: body.size,
    content: body.type.startsWith('audio/')
      ? { sound: body }
      : { excerpt: excerptOf(await body.text()) },
  };
}
