// Loads and parses the whole list of a source. What is empty or mostly unreadable is an error, so
// that a broken answer never replaces a good list.
import { createHash } from 'node:crypto';
import { proxiesMax } from '../../wire/proxies.constants.ts';
import type { ListFormat } from '../../wire/proxy-sources.constants.ts';
import { type ParsedList, parseProxies } from '../pool/parse-proxies.ts';
import type { ParseResult } from '../pool/parsed-proxy.ts';
import { type FetchOptions, fetchList, type ListRequest } from './fetch-list.ts';
import { ListError } from './list-error.ts';

export type LoadedList =
  | { isChanged: false }
  | {
      isChanged: true;
      parsed: ParseResult;
      /** Of the content, for servers without conditional requests. */
      hash: Buffer;
      etag: string | null;
      lastModified: string | null;
    };

const pagesMax = 200;
/** With a header, empty lines and comments. */
const linesMax = 2 * proxiesMax;

/** Throws ListError. Follows the pages of a list in JSON. */
export async function loadList(
  request: ListRequest,
  format: ListFormat,
  options: FetchOptions,
): Promise<LoadedList> {
  const first = await fetchList(request, options);
  if (!first.isChanged) return first;
  const hash = createHash('sha256').update(first.text);
  const page = parsePage(first.text, format);
  const parsed: ParseResult = { proxies: [...page.proxies], rejected: [...page.rejected] };
  let next = page.next ?? null;
  for (let pages = 1; next; pages++) {
    const url = readNext(next, request.url);
    if (!url || pages === pagesMax) throw new ListError(url ? 'too_large' : 'not_a_list');
    const fetched = await fetchList({ url, authorization: request.authorization }, options);
    // Without conditions in the request this would be a fault of the server.
    if (!fetched.isChanged) throw new ListError('refused');
    hash.update(fetched.text);
    const more = parsePage(fetched.text, format);
    appendPage(parsed, more);
    next = more.next ?? null;
  }
  checkList(parsed);
  // The conditions of the first page say nothing about the others.
  const { etag, lastModified } = page.next ? { etag: null, lastModified: null } : first;
  return { isChanged: true, parsed, hash: hash.digest(), etag, lastModified };
}

function parsePage(text: string, format: ListFormat): ParsedList {
  if (text.trim() === '') throw new ListError('empty');
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  // JSON may be written with many lines for each proxy.
  if (lines > linesMax && !/^\s*[[{]/.test(text)) throw new ListError('too_large');
  const page = parseProxies(text, format);
  if (page.isTooLong) throw new ListError('too_large');
  return page;
}

function appendPage(parsed: ParseResult, { proxies, rejected }: ParseResult): void {
  const before = parsed.proxies.length + parsed.rejected.length;
  parsed.proxies.push(...proxies.map((one) => ({ ...one, line: before + one.line })));
  parsed.rejected.push(...rejected.map((one) => ({ ...one, line: before + one.line })));
  if (parsed.proxies.length > proxiesMax) throw new ListError('too_large');
}

/** Null for another origin, which must not get the Authorization header. */
function readNext(next: string, from: URL): URL | null {
  const url = URL.canParse(next, from.href) ? new URL(next, from) : null;
  return url?.origin === from.origin ? url : null;
}

function checkList({ proxies, rejected }: ParseResult): void {
  if (proxies.length > proxiesMax) throw new ListError('too_large');
  if (proxies.length === 0 && rejected.length === 0) throw new ListError('empty');
  if (proxies.length === 0 || rejected.length > proxies.length) throw new ListError('not_a_list');
}
