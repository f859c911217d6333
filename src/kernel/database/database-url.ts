// DATABASE_URL with several servers, as libpq reads it and node-postgres does not:
// postgres://user@one:5432,two:5432/name?target_session_attrs=read-write

export type DatabaseServer = {
  host: string;
  port: number;
  /** The same URL with this server only. */
  url: string;
};

const shape =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#]*)(?<rest>.*)$/s;
const serverShape = /^(?<host>\[[0-9a-f:.]+\]|[^:[\]]+)(?::(?<port>\d+))?$/i;
const targets = ['read-write', 'primary'];
const defaultPort = 5432;

/**
 * The servers of which one is the primary; empty for a URL with one server, which is the primary
 * whatever it says. Throws what is wrong with the URL, without repeating its password.
 */
export function readDatabaseServers(text: string): DatabaseServer[] {
  const parts = shape.exec(text)?.groups;
  if (!parts) throw new Error('must be an address that begins with postgres:// or postgresql://');
  const { scheme = '', user, hosts = '', rest = '' } = parts;
  const names = hosts.split(',');
  const [path, query] = splitQuery(rest);
  const target = query.get('target_session_attrs');
  if (query.get('host')?.includes(','))
    throw new Error('names several hosts in its query: put them before the path, as one,two/name');
  if (names.length === 1 && target === null) {
    if (!URL.canParse(text)) throw new Error('could not be read: is a character not encoded?');
    return [];
  }
  if (target !== null && !targets.includes(target))
    throw new Error(
      `has target_session_attrs=${target}: use read-write, because this process writes`,
    );
  query.delete('target_session_attrs');
  const end = path + (query.size > 0 ? `?${query}` : '');
  return names.map((name, at) => {
    const { host = '', port = '' } = serverShape.exec(name)?.groups ?? {};
    const url = `${scheme}${user === undefined ? '' : `${user}@`}${name}${end}`;
    if (host === '' || !URL.canParse(url))
      throw new Error(`names no host that can be read in place ${at + 1} of ${names.length}`);
    return {
      host: decodeURIComponent(host.replace(/^\[(.+)\]$/, '$1')),
      port: Number(port || defaultPort),
      url,
    };
  });
}

function splitQuery(rest: string): [path: string, query: URLSearchParams] {
  const mark = rest.indexOf('?');
  return mark === -1
    ? [rest, new URLSearchParams()]
    : [rest.slice(0, mark), new URLSearchParams(rest.slice(mark + 1))];
}
