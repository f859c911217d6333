// Looks for a ban in a response before the client gets any of it.
import type http from 'node:http';
import {
  type Ban,
  type BanRules,
  findBanInBody,
  findBanInHead,
  isSearched,
  searchedBytesMax,
} from '../health/find-ban.ts';

/** `body` is the whole body, of which the start may have been read. */
export type InspectedResponse = {
  ban: Ban | undefined;
  body: AsyncIterable<Buffer> | http.IncomingMessage;
};

/** Throws when the response breaks off before its start is read. */
export async function inspectResponse(
  rules: BanRules,
  answered: http.IncomingMessage,
): Promise<InspectedResponse> {
  const { headers, statusCode: status = 0 } = answered;
  const ban = findBanInHead(rules, { status, headers });
  if (ban || !isSearched(rules, headers['content-type'])) return { ban, body: answered };
  const chunks = answered[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const start = await readStart(chunks);
  return { ban: await findBanInBody(rules, start, headers), body: joinBody(start, chunks) };
}

async function readStart(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes < searchedBytesMax) {
    const { done, value } = await chunks.next();
    if (done) break;
    read.push(value);
    bytes += value.length;
  }
  return Buffer.concat(read);
}

async function* joinBody(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}
