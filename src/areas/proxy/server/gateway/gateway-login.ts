// Parses the gateway's user name: a resource and its options, separated by dots, in any order.
// Names and values contain no dot. Everything else about an option is in `options`.

import { resourceNamePattern } from '../../wire/resources.constants.ts';
import { subUserNamePattern } from '../../wire/sub-users.constants.ts';
import { toCityKey } from '../selection/city-key.ts';
import { gatewayErrors } from './gateway-error.ts';

/** User name and password, as HTTP and SOCKS clients send them. */
export type Credentials = { user: string; password: string };

export type UserName = {
  resource: string;
  /** The name of a sub-user. */
  user?: string;
  session?: string;
  /** Replaces the resource's `sticky_ttl_seconds`. */
  sessionMinutes?: number;
  country?: string;
  /** In the form of `toCityKey`. */
  city?: string;
  /** Further proxies to try after the first one. */
  retries?: number;
};

type Option = { example: string; apply(name: UserName, value: string): boolean };

const sessionMinutesMax = 1440;
const retriesMax = 5;
/** Of a user name; SOCKS allows 255 bytes. */
const lengthMax = 255;

const integerUpTo = (most: number, text: string): number | null =>
  /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;

/** `apply` returns false for an invalid value. */
const options: Readonly<Record<string, Option>> = {
  country: {
    example: 'country-DE',
    apply(name, value) {
      name.country = value.toUpperCase();
      return /^[a-z]{2}$/i.test(value);
    },
  },
  city: {
    example: 'city-berlin',
    apply(name, value) {
      name.city = toCityKey(value);
      return /^[\p{L}\p{M}\p{N}_-]{1,64}$/u.test(value) && name.city !== '';
    },
  },
  session: {
    example: 'session-ID',
    apply(name, value) {
      name.session = value;
      return /^[\w-]{1,64}$/.test(value);
    },
  },
  user: {
    example: 'user-NAME',
    apply(name, value) {
      name.user = value;
      return subUserNamePattern.test(value);
    },
  },
  sessionminutes: {
    example: `sessionminutes-N (1 to ${sessionMinutesMax}, together with session)`,
    apply(name, value) {
      const minutes = integerUpTo(sessionMinutesMax, value);
      if (minutes === null || minutes === 0) return false;
      name.sessionMinutes = minutes;
      return true;
    },
  },
  retries: {
    example: `retries-N (0 to ${retriesMax})`,
    apply(name, value) {
      const retries = integerUpTo(retriesMax, value);
      if (retries === null) return false;
      name.retries = retries;
      return true;
    },
  },
};

/** For messages: every option with an example of its value. */
export const optionExamples = Object.values(options)
  .map(({ example }) => example)
  .join(', ');

/** Null when the header is not a basic login. */
export function readBasicLogin(header: string | undefined): Credentials | null {
  const [scheme = '', token = ''] = (header ?? '').trim().split(/\s+/, 2);
  if (!/^basic$/i.test(scheme)) return null;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? null : { user: text.slice(0, at), password: text.slice(at + 1) };
}

/**
 * Null when it does not begin with a name that a resource can have. Throws GatewayError for an
 * unknown or repeated option and for an invalid value.
 */
export function parseUserName(text: string): UserName | null {
  const [resource = '', ...rest] = text.split('.');
  if (text.length > lengthMax || !resourceNamePattern.test(resource)) return null;
  const name: UserName = { resource };
  const seen = new Set<string>();
  for (const part of rest) {
    const at = part.indexOf('-');
    const key = at < 0 ? part : part.slice(0, at);
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!option) throw gatewayErrors.option(`“${part}” is not an option.`, optionExamples);
    if (seen.has(key)) throw gatewayErrors.option(`“${key}” is there twice.`, optionExamples);
    seen.add(key);
    if (at < 0 || !option.apply(name, part.slice(at + 1)))
      throw gatewayErrors.option(`“${part}” has no valid value.`, optionExamples);
  }
  if (name.sessionMinutes !== undefined && name.session === undefined)
    throw gatewayErrors.option('“sessionminutes” needs a session.', optionExamples);
  return name;
}
