/** Where errors are reported to, from `https://KEY@host/path/PROJECT`. */
export type SentryAddress = { url: string; publicKey: string };

/** Null when the text is no such address. */
export function readSentryDsn(text: string): SentryAddress | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, username, pathname } = new URL(text);
  const [, folder = '', project] = /^(\/.+)?\/([\w-]+)\/?$/.exec(pathname) ?? [];
  if (!['http:', 'https:'].includes(protocol) || !username || !project) return null;
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, publicKey: username };
}
