// What a page shows of a response of the API: an excerpt of its text, or its sound.

export type LiveResponse = {
  status: string;
  timeMs: number;
  bytes: number;
  content: { excerpt: string } | { sound: Blob };
};

const linesMax = 14;
const columnsMax = 90;

/** Formatted JSON, cut to the size of a screen; other text unchanged. */
export function createExcerpt(text: string): string {
  const lines = formatJson(text).split('\n');
  const visible = lines
    .slice(0, linesMax)
    .map((line) => (line.length > columnsMax ? `${line.slice(0, columnsMax)}…` : line));
  const more = lines.length - visible.length;
  return more > 0 ? [...visible, `… ${more} more lines`].join('\n') : visible.join('\n');
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * Calls our own server without cache and without the session's token. Throws on a network error.
 */
export async function callLive(path: string): Promise<LiveResponse> {
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
      : { excerpt: createExcerpt(await body.text()) },
  };
}
