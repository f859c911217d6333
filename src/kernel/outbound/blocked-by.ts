/** By the header `server` of their own responses. */
const guards: Readonly<Record<string, string>> = {
  cloudflare: 'Cloudflare',
  'ddos-guard': 'DDoS-Guard',
  akamaighost: 'Akamai',
};

/**
 * Who refused a call in front of the server that was meant, with a page for browsers; null when it
 * was that server itself. Another key would not help, another address of ours may.
 */
export function blockedBy({
  status,
  headers,
}: Pick<Response, 'status' | 'headers'>): string | null {
  const isPage = /^text\/html\b/i.test(headers.get('content-type') ?? '');
  const guard = guards[headers.get('server')?.toLowerCase() ?? ''];
  return isPage && [403, 429, 503].includes(status) && guard ? guard : null;
}
