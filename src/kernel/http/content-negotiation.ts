// Content negotiation by the request's headers (RFC 9110).

export type Encoding = 'br' | 'gzip' | 'identity';

/** The smallest first. */
const preference = ['br', 'gzip'] as const;

/** The best encoding that exists and is accepted; `identity` when none is. */
export function chooseEncoding(
  header: string | undefined,
  existing: readonly Encoding[],
): Encoding {
  if (!header) return 'identity';
  const weights = new Map(header.toLowerCase().split(',').map(readCoding));
  const isAccepted = (coding: Encoding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return preference.find((coding) => existing.includes(coding) && isAccepted(coding)) ?? 'identity';
}

function readCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [coding, weight === undefined ? 1 : Number.parseFloat(weight.slice(2)) || 0];
}

/** Whether If-None-Match (a list, weak tags, or `*`) matches the ETag of the response. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
