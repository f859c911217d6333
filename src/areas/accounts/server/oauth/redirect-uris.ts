// Where codes may be sent: https addresses, programs on the person's own computer, and the schemes
// of installed apps (RFC 8252). Everything else would send a code over an open network, or open a
// program of the system.

/** Of editors that connect by a scheme without a dot. */
const editorSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:']);
/** Of an app, after a domain of its maker: `com.example.app:` (RFC 8252, 7.1). */
const isAppScheme = (protocol: string): boolean => protocol.includes('.');
const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost'];

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopbackHosts.includes(hostname);

/** Whether an app may register the address. */
export function isAllowedRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (url?.hash !== '' || text.includes('#') || url.username || url.password) return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return isLoopback(url);
  if (!isAppScheme(url.protocol) && !editorSchemes.has(url.protocol)) return false;
  return /^[a-z][a-z0-9.+-]*:\/\/?[^/]/i.test(text);
}

/**
 * Exactly the same text. Only the port of a program on the person's computer is free: the system
 * gives it one when it starts to listen (RFC 8252, 7.3).
 */
export function matchesRedirect(registered: string, uri: string): boolean {
  if (registered === uri) return true;
  const [one, other] = [URL.parse(registered), URL.parse(uri)];
  if (!one || !other || !isLoopback(one) || !isLoopback(other)) return false;
  if (!isAllowedRedirect(uri)) return false;
  one.port = '';
  other.port = '';
  return one.href === other.href;
}

/** What a person is told about where the code goes. */
export function describeRedirect(text: string): { host: string; isLocal: boolean } {
  const url = new URL(text);
  if (/^https?:$/.test(url.protocol)) return { host: url.hostname, isLocal: isLoopback(url) };
  return { host: url.protocol.slice(0, -1), isLocal: true };
}

/** Adds parameters to what the address has already. */
export function withParameters(
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
