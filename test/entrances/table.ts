// The entrances of a process: whoever comes in by one is counted and limited there. A route without
// a row fails a test, and each row is flooded in entrances.test.ts. docs/limits.md has the words.

export type FloodRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  /** Sent as it is; of `bytes` any bytes. */
  body?: string;
  bytes?: number;
};

export type Attacker = {
  /** Of the app and of the gateway. */
  origin: string;
  gateway: string;
  /** One free account: its session, and its key with all scopes. */
  session: Record<string, string>;
  key: Record<string, string>;
  /** The same key as a login of the gateway. */
  gatewayLogin: string;
};

export type Entrance = {
  name: string;
  /** Of the routes behind it; entrances without one listen on a port of their own. */
  routes?: RegExp;
  flood: (attacker: Attacker) => FloodRequest[];
};

const json = { 'content-type': 'application/json' };
const vehicle = {
  destination_country: 'DE',
  origin_country: 'JP',
  price: { amount: '18600', currency: 'EUR' },
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2021-05',
};
const message = (method: string, params = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const mcpHeaders = { ...json, accept: 'application/json, text/event-stream' };
const uuid = '01900000-0000-7000-8000-000000000003';

/** The first whose routes fit has the route. */
export const entrances: readonly Entrance[] = [
  {
    name: 'assistants',
    routes: /^\/mcp$/,
    flood: ({ origin, key }) =>
      [message('tools/list'), message('tools/call', { name: 'listTariffs' }), '[]'].map((body) => ({
        ...{ method: 'POST', url: `${origin}/mcp`, body },
        headers: { ...key, ...mcpHeaders },
      })),
  },
  {
    name: 'registrations and tokens of apps',
    routes: /^\/(oauth|\.well-known)\//,
    flood: ({ origin }) =>
      ['register', 'token'].map((name) => ({
        ...{ method: 'POST', url: `${origin}/oauth/${name}`, headers: json },
        body: JSON.stringify({ redirect_uris: Array(1000).fill('https://a.example/') }),
      })),
  },
  {
    name: 'documents of apps',
    routes: /^\/apix\/accounts\/apps\/(request\/)?$/,
    flood: ({ origin, session }) =>
      Array.from({ length: 200 }, (_, at) => ({
        ...{ method: 'GET', headers: session },
        url: `${origin}/apix/accounts/apps/request/?client_id=https://192.0.2.1/${at}`,
      })),
  },
  {
    name: 'streams of events',
    routes: /^\/apix\/events\/$/,
    flood: ({ origin, session }) => [
      { method: 'GET', url: `${origin}/apix/events/`, headers: session },
    ],
  },
  {
    name: 'calculators on other sites',
    routes: /^\/(apix\/data_customs\/embed|embed)\//,
    flood: ({ origin }) => [
      {
        ...{ method: 'GET', headers: { origin: 'https://shop.example' } },
        url: `${origin}/apix/data_customs/embed/form/?key=pk_live_x&country=DE`,
      },
    ],
  },
  {
    name: 'paths of OpenAI',
    routes: /^\/apix\/v1\//,
    flood: ({ origin, key }) => [
      {
        ...{ method: 'POST', url: `${origin}/apix/v1/audio/speech`, headers: { ...key, ...json } },
        body: JSON.stringify({ model: 'tts-1', voice: 'slt', input: 'One word. '.repeat(100) }),
      },
    ],
  },
  {
    name: 'uploads in parts',
    routes: /^\/apix\/services\/(transcription-jobs|captions)\//,
    flood: ({ origin, key }) => [
      {
        ...{ method: 'PUT', headers: { ...key, 'content-type': 'application/octet-stream' } },
        ...{ url: `${origin}/apix/services/transcription-jobs/${uuid}/parts/1/`, bytes: 5_000_000 },
      },
    ],
  },
  {
    name: 'recordings and files in JSON',
    routes: /^\/apix\/(services\/(transcribe|tts|voices)|data_customs\/batches)/,
    flood: ({ origin, key }) => [
      {
        ...{ method: 'POST', url: `${origin}/apix/services/transcribe/base64/` },
        ...{ headers: { ...key, ...json }, bytes: 20_000_000 },
      },
    ],
  },
  {
    name: 'mail that comes in',
    routes: /^\/apix\/support\/inbound\/$/,
    flood: ({ origin }) => [
      {
        ...{ method: 'POST', url: `${origin}/apix/support/inbound/`, bytes: 30_000_000 },
        headers: { 'content-type': 'message/rfc822', 'x-inbound-signature': 't=1,v1=00' },
      },
    ],
  },
  {
    name: 'events of payment providers',
    routes: /^\/apix\/payments\/webhook\/$/,
    flood: ({ origin }) => [
      {
        ...{ method: 'POST', url: `${origin}/apix/payments/webhook/`, bytes: 260_000 },
        headers: { ...json, 'stripe-signature': 't=1,v1=00' },
      },
    ],
  },
  {
    name: 'calls without sign-in',
    routes: /^\/apix\/(leads|status|schema|features|accounts\/(otp|token))/,
    flood: ({ origin }) => [
      {
        ...{ method: 'POST', url: `${origin}/apix/leads/leads/submit/`, headers: json },
        body: JSON.stringify({ message: 'x'.repeat(60_000) }),
      },
      { method: 'GET', url: `${origin}/apix/billing/tariffs/` },
      { method: 'GET', url: `${origin}/apix/unknown/` },
    ],
  },
  {
    name: 'calls of accounts',
    routes: /^\/apix\//,
    flood: ({ origin, session, key }) => [
      {
        ...{ method: 'POST', headers: { ...session, ...json }, body: JSON.stringify(vehicle) },
        url: `${origin}/apix/data_customs/vehicle-calculation/calculate/`,
      },
      { method: 'GET', url: `${origin}/apix/dashboard/overview/`, headers: session },
      { method: 'GET', url: `${origin}/apix/data_customs/currencies/`, headers: key },
    ],
  },
  {
    name: 'pages',
    routes: /^\/(?!apix)/,
    flood: ({ origin }) =>
      ['/', '/docs/api', '/share/card.png?title=a', '/no-such-page'].map((path) => ({
        ...{ method: 'GET', url: origin + path },
      })),
  },
  {
    name: 'the gateway by HTTP',
    flood: ({ gateway, gatewayLogin }) =>
      [gatewayLogin, 'nobody:nothing'].map((login) => ({
        ...{ method: 'GET', url: `${gateway}/http://127.0.0.1:9/` },
        headers: {
          'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}`,
        },
      })),
  },
  {
    name: 'the gateway by SOCKS 5',
    flood: ({ gateway }) => [{ method: 'SOCKS', url: gateway }],
  },
];

export const findEntrance = (route: string): Entrance | undefined =>
  entrances.find(({ routes }) => routes?.test(route));
