import { Readable } from 'node:stream';
import { createElement } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Pages are printed whole: a stream would add React's code for late parts, 0.5 KB that no page
 * needs. Runs in the build and in development; the server sends files.
 */
export default async function printPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const page = createElement(ServerRouter, { context, url: request.url });
  const { prelude } = await prerenderToNodeStream(page);
  headers.set('content-type', 'text/html');
  const body = Readable.toWeb(Readable.from(prelude)) as ReadableStream;
  return new Response(body, { status, headers });
}
