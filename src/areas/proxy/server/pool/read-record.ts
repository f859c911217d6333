// A record of a proxy list, from CSV or JSON, under the names that providers give its fields.
import { proxyTypes } from '../../wire/proxies.constants.ts';
import { hostNames } from '../../wire/proxy-lists.constants.ts';
import { type ParsedProxy, readProtocol, validateAddress } from './parsed-proxy.ts';

/** In lower case. */
export type ProxyRecord = Readonly<Record<string, string | undefined>>;

const otherNames = {
  port: ['port'],
  username: ['username', 'user', 'login'],
  password: ['password', 'pass'],
  protocol: ['protocol', 'scheme'],
  type: ['type'],
  country: ['country_code', 'country'],
  city: ['city', 'city_name'],
  asn: ['asn', 'asn_number'],
  provider: ['provider'],
} as const;
const labelCharactersMax = 100;

/** The proxy, or why it is none. */
export function readRecord(record: ProxyRecord): Omit<ParsedProxy, 'line'> | string {
  const readFirst = (names: readonly string[]) => names.map((name) => record[name]).find(Boolean);
  const read = (field: keyof typeof otherNames) => readFirst(otherNames[field]) ?? '';
  const address = validateAddress({
    host: readFirst(hostNames) ?? '',
    port: Number(read('port')),
    username: read('username'),
    password: read('password'),
  });
  if (!address) return 'Check host, port and user name.';
  const protocol = read('protocol') ? readProtocol(read('protocol')) : undefined;
  if (typeof protocol === 'object') return protocol.error;
  const type = proxyTypes.find((one) => one === read('type').toLowerCase());
  if (read('type') && !type) return `Use one of ${proxyTypes.join(', ')} as type.`;
  const country = read('country').toUpperCase();
  if (country && !/^[A-Z]{2}$/.test(country)) return 'Use two letters for the country, such as DE.';
  const [city, provider] = [read('city'), read('provider')];
  if (Math.max(city.length, provider.length) > labelCharactersMax)
    return `Use at most ${labelCharactersMax} characters for city and provider.`;
  return {
    ...address,
    ...(protocol && { protocol }),
    ...(type && { type }),
    ...(country && { country_code: country }),
    ...(city && { city }),
    ...(provider && { provider }),
    ...(/^\d{1,9}$/.test(read('asn')) && { asn: Number(read('asn')) }),
  };
}
