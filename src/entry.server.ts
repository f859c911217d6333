import { Readable } from 'node:stream';
import { createElement } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Prerenders whole pages: a stream would add 0.5 KB of React's code for late parts to each. Runs in
 * the build and in development; in production the server sends files.
 */
export default async function renderPage(
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
