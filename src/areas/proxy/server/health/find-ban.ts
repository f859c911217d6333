// Whether a response is a ban, by the rules of its resource: status, header, or text of the body.
import type { IncomingHttpHeaders } from 'node:http';
import zlib from 'node:zlib';
import type { ResourceRow } from '../resources/resource-store.ts';

export type Ban = { kind: 'ban_status' | 'ban_header' | 'ban_text'; detail: string };

export type BanRules = Pick<ResourceRow, 'ban_status_codes' | 'ban_headers' | 'ban_texts'>;

/** How much of a body is searched, before and after decompression. */
export const searchedBytesMax = 65_536;

/** By what is known before the body. */
export function findBanInHead(
  { ban_status_codes, ban_headers }: BanRules,
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
): Ban | undefined {
  if (ban_status_codes.includes(status)) return { kind: 'ban_status', detail: String(status) };
  for (const rule of ban_headers) {
    const [name = '', ...texts] = rule.split(':');
    const value = headers[name.toLowerCase()];
    const text = texts.join(':').trim().toLowerCase();
    if (value === undefined || !String(value).toLowerCase().includes(text)) continue;
    return { kind: 'ban_header', detail: name.toLowerCase() };
  }
  return undefined;
}

/** Streams of events are never held back, and pictures contain no text. */
export const isSearched = (
  { ban_texts }: Pick<BanRules, 'ban_texts'>,
  contentType: string | undefined,
): boolean =>
  ban_texts.length > 0 &&
  /text|json|xml|javascript/.test(contentType ?? 'text') &&
  !contentType?.includes('event-stream');

/** By the start of the body, as it was sent. */
export async function findBanInBody(
  { ban_texts }: Pick<BanRules, 'ban_texts'>,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<Ban | undefined> {
  const start = await decompress(body.subarray(0, searchedBytesMax), headers['content-encoding']);
  const text = decode(start, headers['content-type']).toLowerCase();
  const found = ban_texts.find((one) => text.includes(one.toLowerCase()));
  return found === undefined ? undefined : { kind: 'ban_text', detail: found };
}

const decompressors: Record<string, () => zlib.Gunzip | zlib.BrotliDecompress> = {
  gzip: () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  deflate: () => zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => zlib.createZstdDecompress({ finishFlush: zlib.constants.ZSTD_e_flush }),
};

async function decompress(body: Buffer, encoding = ''): Promise<Buffer> {
  const decompressor = decompressors[encoding.trim().toLowerCase()]?.();
  if (!decompressor) return body;
  const chunks: Buffer[] = [];
  let bytes = 0;
  decompressor.end(body);
  try {
    for await (const chunk of decompressor) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop destroys the stream: a small body can grow without end.
      if (bytes >= searchedBytesMax) break;
    }
  } catch {
    // What was read before the data became invalid is searched.
  }
  return Buffer.concat(chunks).subarray(0, searchedBytesMax);
}

function decode(body: Buffer, contentType = ''): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

/** For the block's note. */
export const formatBanNote = ({ kind, detail }: Ban): string =>
  ({ ban_status: `HTTP ${detail}`, ban_header: `Header ${detail}`, ban_text: `Text: ${detail}` })[
    kind
  ];

/** For the header of gateway responses; a text of the customer may not fit into one. */
export const formatBanCause = ({ kind, detail }: Ban): string =>
  kind === 'ban_text' ? kind : `${kind} ${detail}`;
