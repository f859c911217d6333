// VIES, the register of VAT numbers of the EU, by its REST API
// (https://ec.europa.eu/taxation_customs/vies/#/technical-information): the forms of numbers, the
// consultation number only for a known requester, every documented error, and the status page.
import {
  type Answer,
  type Call,
  type FakeProvider,
  type Options,
  refuseUnknownCaller,
  serveProvider,
} from './serve-provider.ts';

/** The forms of https://ec.europa.eu/taxation_customs/vies/#/faq, question 11. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** In place of a verdict, all with status 200. */
export type ViesError =
  | 'GLOBAL_MAX_CONCURRENT_REQ'
  | 'GLOBAL_MAX_CONCURRENT_REQ_TIME'
  | 'IP_BLOCKED'
  | 'MS_MAX_CONCURRENT_REQ'
  | 'MS_MAX_CONCURRENT_REQ_TIME'
  | 'MS_UNAVAILABLE'
  | 'SERVICE_UNAVAILABLE'
  | 'TIMEOUT'
  | 'VAT_BLOCKED';
export const viesErrors: readonly ViesError[] = [
  'GLOBAL_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  'IP_BLOCKED',
  'MS_MAX_CONCURRENT_REQ',
  'MS_MAX_CONCURRENT_REQ_TIME',
  'MS_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
  'VAT_BLOCKED',
];

export type ViesOptions = Options & {
  now?: () => Date;
  /** With the prefix, such as `DE136695976`. All other numbers are unknown. */
  registered?: readonly string[];
};

export type FakeVies = FakeProvider & {
  registered: Set<string>;
  /** Registers of member states that do not answer. */
  away: Set<string>;
  /** The next verdicts are these errors. */
  failNextVerdicts(...errors: ViesError[]): void;
};

const root = '/taxation_customs/vies/rest-api';
const parameters = [
  'requesterMemberStateCode',
  'requesterNumber',
  'traderName',
  'traderStreet',
  'traderPostalCode',
  'traderCity',
  'traderCompanyType',
];

/** Without a registered number, developers can use any that has the right form. */
export async function startVies({
  now = () => new Date(),
  registered: first,
  ...options
}: ViesOptions = {}): Promise<FakeVies> {
  const registered = new Set(first);
  const away = new Set<string>();
  const errors: ViesError[] = [];
  const register: Register = {
    now,
    away,
    errors,
    isRegistered: (number) => first === undefined || registered.has(number),
    requests: 0,
  };
  const server = await serveProvider(
    (call) => refuseUnknownCaller(call) ?? answer(call, register),
    options,
  );
  return {
    ...server,
    settings: { VIES_URL: `${server.address}${root}` },
    registered,
    away,
    failNextVerdicts: (...next) => {
      errors.push(...next);
    },
    reset: () => {
      server.reset();
      away.clear();
      errors.length = 0;
    },
  };
}

type Register = {
  now: () => Date;
  away: ReadonlySet<string>;
  errors: ViesError[];
  isRegistered: (number: string) => boolean;
  requests: number;
};

function answer(call: Call, register: Register): Answer {
  const { method, url } = call;
  if (method !== 'GET') return { status: 405, body: '' };
  if (url.pathname === `${root}/check-status`) return { status: 200, body: describe(register) };
  const path = url.pathname.startsWith(root) ? url.pathname.slice(root.length) : '';
  const [, country, number] = /^\/ms\/([^/]+)\/vat\/([^/]+)$/.exec(path) ?? [];
  if (country === undefined || number === undefined) return { status: 404, body: '' };
  const names = [...url.searchParams.keys()];
  // It ignores parameters that it does not know: a misspelt one would go unnoticed.
  if (names.some((name, at) => !parameters.includes(name) || names.indexOf(name) !== at))
    return { status: 400, body: { actionSucceed: false, errorWrappers: [{ error: 'VOW-ERR-1' }] } };
  return judge(register, {
    country: decodeURIComponent(country),
    number: decodeURIComponent(number),
    requester: readRequester(url),
  });
}

type Requester = { country: string; number: string } | null;

function readRequester({ searchParams }: URL): Requester {
  const [country, number] = parameters.slice(0, 2).map((name) => searchParams.get(name));
  return country || number ? { country: country ?? '', number: number ?? '' } : null;
}

type Question = { country: string; number: string; requester: Requester };

function judge(register: Register, { country, number, requester }: Question): Answer {
  const respond = (userError: string, identifier = '') => ({
    status: 200,
    body: {
      isValid: userError === 'VALID',
      requestDate: register.now().toISOString(),
      userError,
      name: '---',
      address: '---',
      requestIdentifier: identifier,
      originalVatNumber: number,
      vatNumber: number,
      viesApproximate: approximate,
    },
  });
  if (!forms[country]?.test(number)) return respond('INVALID_INPUT');
  const isKnown =
    requester === null ||
    (forms[requester.country]?.test(requester.number) &&
      register.isRegistered(requester.country + requester.number));
  if (!isKnown) return respond('INVALID_REQUESTER_INFO');
  const error = register.errors.shift() ?? (register.away.has(country) ? 'MS_UNAVAILABLE' : null);
  if (error) return respond(error);
  const identifier = requester
    ? `WAPIAAAA${(++register.requests).toString().padStart(8, 'Z')}`
    : '';
  return respond(register.isRegistered(country + number) ? 'VALID' : 'INVALID', identifier);
}

const approximate = {
  name: '---',
  street: '---',
  postalCode: '---',
  city: '---',
  companyType: '---',
  matchName: 3,
  matchStreet: 3,
  matchPostalCode: 3,
  matchCity: 3,
  matchCompanyType: 3,
};

const describe = ({ away }: Register) => ({
  vow: { available: true },
  countries: Object.keys(forms).map((countryCode) => ({
    countryCode,
    availability: away.has(countryCode) ? 'Unavailable' : 'Available',
  })),
});
