// Parses the user name RESOURCE[.session-ID][.country-DE]. Resource names contain no dot.
import { resourceNamePattern } from '../../wire/resources.constants.ts';

export type GatewayLogin = {
  resource: string;
  session?: string;
  country?: string;
  key: string;
};

/** Null when the header is not a valid login. */
export function readLogin(header: string | undefined): GatewayLogin | null {
  const [scheme = '', token = ''] = (header ?? '').trim().split(/\s+/, 2);
  if (!/^basic$/i.test(scheme)) return null;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const at = text.indexOf(':');
  if (at < 0) return null;
  const [resource = '', ...options] = text.slice(0, at).split('.');
  if (!resourceNamePattern.test(resource)) return null;
  const login: GatewayLogin = { resource, key: text.slice(at + 1) };
  for (const option of options) {
    const [, name, value = ''] = /^(session|country)-([\w-]{1,64})$/.exec(option) ?? [];
    if (name === 'session') login.session = value;
    else if (name === 'country' && /^[a-z]{2}$/i.test(value)) login.country = value.toUpperCase();
    else return null;
  }
  return login;
}
