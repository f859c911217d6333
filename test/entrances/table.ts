// Where requests come into a process. Each entrance has limits of its own, described in
// docs/limits.md, and is flooded in entrances.test.ts. A route that belongs to none fails a test.
import { inboundSignatureHeader } from '#areas/support/server/inbound/inbound-signature.ts';
import { petrolCar } from '../factories/petrol-car.ts';

type Headers = Record<string, string>;

export type FloodRequest = {
  method: string;
  url: string;
  headers?: Headers;
  /** Sent as it is; of `bytes` any bytes. */
  body?: string;
  bytes?: number;
};

export type Attacker = {
  /** Of the app and of the gateway. */
  origin: string;
  gateway: string;
  /** Of the listener for mail servers. */
  smtp: string;
  /** One free account: its session, and its key with all scopes. */
  session: Headers;
  key: Headers;
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
const uuid = '01900000-0000-7000-8000-000000000003';

const get = (url: string, headers: Headers = {}): FloodRequest => ({ method: 'GET', url, headers });
const post = (url: string, headers: Headers, body: object | string): FloodRequest => ({
  method: 'POST',
  url,
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const sendBytes = (url: string, headers: Headers, bytes: number): FloodRequest => ({
  method: 'POST',
  url,
  headers: { ...json, ...headers },
  bytes,
});
const message = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

/** The first whose routes fit has the route. */
export const entrances: readonly Entrance[] = [
  {
    name: 'assistants',
    routes: /^\/mcp$/,
    flood: ({ origin, key }) =>
      [message('tools/list'), message('tools/call', { name: 'listTariffs' }), []].map((body) =>
        post(
          `${origin}/mcp?toolsets=customs,billing,payments`,
          { ...key, accept: 'application/json, text/event-stream' },
          body,
        ),
      ),
  },
  {
    name: 'registrations and tokens of apps',
    routes: /^\/(oauth|\.well-known)\//,
    flood: ({ origin }) =>
      ['register', 'token'].map((name) =>
        post(
          `${origin}/oauth/${name}`,
          {},
          { redirect_uris: Array(500).fill('https://a.example/') },
        ),
      ),
  },
  {
    name: 'documents of apps',
    routes: /^\/apix\/accounts\/apps\/(request\/)?$/,
    flood: ({ origin, session }) =>
      Array.from({ length: 200 }, (_, at) =>
        get(`${origin}/apix/accounts/apps/request/?client_id=https://192.0.2.1/${at}`, session),
      ),
  },
  {
    name: 'streams of events',
    routes: /^\/apix\/events\/$/,
    flood: ({ origin, session }) => [get(`${origin}/apix/events/`, session)],
  },
  {
    name: 'calculators on other sites',
    routes: /^\/(apix\/data_customs\/embed|embed)\//,
    flood: ({ origin }) => [
      get(`${origin}/apix/data_customs/embed/form/?key=pk_live_x&country=DE`, {
        origin: 'https://shop.example',
      }),
    ],
  },
  {
    name: 'paths of OpenAI',
    routes: /^\/apix\/v1\//,
    flood: ({ origin, key }) => [
      post(`${origin}/apix/v1/audio/speech`, key, {
        model: 'tts-1',
        voice: 'slt',
        input: 'One word. '.repeat(100),
      }),
    ],
  },
  {
    name: 'uploads in parts',
    routes: /^\/apix\/services\/(transcription-jobs|captions)\//,
    flood: ({ origin, key }) => [
      {
        method: 'PUT',
        url: `${origin}/apix/services/transcription-jobs/${uuid}/parts/1/`,
        headers: { ...key, 'content-type': 'application/octet-stream' },
        bytes: 5_000_000,
      },
    ],
  },
  {
    name: 'recordings and files in JSON',
    routes: /^\/apix\/(services\/(transcribe|tts|voices)|data_customs\/batches)/,
    flood: ({ origin, key }) => [
      sendBytes(`${origin}/apix/services/transcribe/base64/`, key, 20_000_000),
    ],
  },
  {
    name: 'mail that comes in',
    routes: /^\/apix\/support\/inbound\/$/,
    flood: ({ origin }) => [
      sendBytes(
        `${origin}/apix/support/inbound/`,
        { 'content-type': 'message/rfc822', [inboundSignatureHeader]: 't=1,v1=00' },
        30_000_000,
      ),
    ],
  },
  {
    name: 'events of payment providers',
    routes: /^\/apix\/payments\/webhook\/$/,
    flood: ({ origin }) => [
      sendBytes(`${origin}/apix/payments/webhook/`, { 'stripe-signature': 't=1,v1=00' }, 260_000),
    ],
  },
  {
    name: 'calls without sign-in',
    routes: /^\/apix\/(leads|status|schema|features|accounts\/(otp|token))/,
    flood: ({ origin }) => [
      post(`${origin}/apix/leads/leads/submit/`, {}, { message: 'x'.repeat(60_000) }),
      get(`${origin}/apix/billing/tariffs/`),
      get(`${origin}/apix/unknown/`),
    ],
  },
  {
    name: 'calls of accounts',
    routes: /^\/apix\//,
    flood: ({ origin, session, key }) => [
      post(`${origin}/apix/data_customs/vehicle-calculation/calculate/`, session, petrolCar),
      get(`${origin}/apix/dashboard/overview/`, session),
      get(`${origin}/apix/data_customs/currencies/`, key),
    ],
  },
  {
    name: 'pages',
    routes: /^\/(?!apix)/,
    flood: ({ origin }) =>
      ['/', '/docs/api', '/share/card.png?title=a', '/no-such-page'].map((path) =>
        get(origin + path),
      ),
  },
  {
    name: 'mail by SMTP',
    flood: ({ smtp }) => [{ method: 'SMTP', url: smtp }],
  },
  {
    name: 'the gateway by HTTP',
    flood: ({ gateway, gatewayLogin }) =>
      [gatewayLogin, 'nobody:nothing'].map((login) =>
        get(`${gateway}/http://127.0.0.1:9/`, {
          'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}`,
        }),
      ),
  },
  {
    name: 'the gateway by SOCKS 5',
    flood: ({ gateway }) => [{ method: 'SOCKS', url: gateway }],
  },
];

export const findEntrance = (route: string): Entrance | undefined =>
  entrances.find(({ routes }) => routes?.test(route));
