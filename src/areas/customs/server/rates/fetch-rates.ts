// Asks a source for its rates, at its next address if one fails.

import { blockedBy } from '#kernel/outbound/blocked-by.ts';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { secondMs } from '#lib/durations.ts';
import { fillAddress, type RateSource } from './rate-sources.ts';
import type { Quotation } from './sources/quotation.ts';

const timeoutMs = 20 * secondMs;
/** The longest file has the rates of all years. */
const bytesMax = 20_000_000;

/** Throws with the reason of each address. */
export async function fetchQuotations(source: RateSource, day: string): Promise<Quotation[]> {
  const reasons: string[] = [];
  for (const url of source.urls) {
    try {
      return source.read(await fetchText(source, fillAddress(url, day)));
    } catch (err) {
      reasons.push(`${new URL(url).host}: ${describeReason(err)}`);
    }
  }
  throw new Error(reasons.join(' '));
}

async function fetchText({ form, charset = 'utf-8' }: RateSource, url: string): Promise<string> {
  const response = await fetch(url, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { 'user-agent': userAgent },
    signal: createTimeout(timeoutMs),
  });
  if (!response.ok) {
    const guard = blockedBy(response);
    throw new Error(
      guard
        ? `${guard} in front of it refused the request with status ${response.status}.`
        : `The request failed with status ${response.status}.`,
    );
  }
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > bytesMax) throw new Error('The response is too large.');
  return new TextDecoder(charset).decode(bytes);
}

/** Of a failed connection the cause, because fetch itself only says that it failed. */
function describeReason(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  return err.cause instanceof Error ? `${err.message}: ${err.cause.message}.` : err.message;
}
