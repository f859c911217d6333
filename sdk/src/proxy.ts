// The proxy gateway for programs: addresses, settings and agents, and replacing proxies that a
// site has banned.
import type { Connection } from './core/connection.ts';
import { WeftlineError } from './core/errors.ts';
import { proxy } from './generated/customers.ts';
import type { BlockProxyBody, Proxy as FoundProxy } from './generated/customers-types.d.ts';

export type GatewayOptions = {
  /** The field `gateway` of the resource: `proxy.example.com:8080`. */
  gateway: string;
  resource: string;
  /** An API key with the scope `proxy`, or with `user` the password of the sub-user. */
  password: string;
};

export type RouteOptions = {
  /** Two letters. */
  country?: string;
  city?: string;
  /** Keeps the same proxy: up to 64 letters, digits, dashes and underscores. */
  session?: string;
  /** Keeps it for 1 to 1440 minutes instead of the time of the resource. */
  sessionMinutes?: number;
  /** Further proxies to try, 0 to 5. */
  retries?: number;
  /** A sub-user, who has a password of its own. */
  user?: string;
};

type Agent = new (...args: never[]) => unknown;
/** The package `undici`, or these two of it. */
type Undici = { ProxyAgent: Agent; Pool: Agent };
type ConnectResponse = { headers: Readonly<Record<string, unknown>> };
type OnProxy = (proxyId: string) => void;

const names: readonly [keyof RouteOptions, string][] = [
  ['country', 'country'],
  ['city', 'city'],
  ['session', 'session'],
  ['sessionMinutes', 'sessionminutes'],
  ['retries', 'retries'],
  ['user', 'user'],
];

/** The user name of the gateway: `shop-a.country-DE.session-a91`. */
export function gatewayUserName(resource: string, route: RouteOptions = {}): string {
  const options = names.flatMap(([field, name]) => {
    const value = route[field];
    return value === undefined ? [] : [`${name}-${cleanValue(field, String(value))}`];
  });
  return [resource, ...options].join('.');
}

/** Dots separate options. Names of cities lose their accents and spaces. */
function cleanValue(field: string, value: string): string {
  const clean =
    field === 'city' ? value.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, '-') : value;
  if (!/^[\w-]+$/.test(clean))
    throw new WeftlineError(`${field} may have letters, digits, dashes and underscores: ${value}`);
  return clean;
}

export class Gateway {
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** `http://USER:PASSWORD@HOST:PORT`, which most programs take. */
  url(route?: RouteOptions): string {
    return this.#address('http', route);
  }

  /** The same by SOCKS 5, which resolves names at the proxy. */
  socksUrl(route?: RouteOptions): string {
    return this.#address('socks5h', route);
  }

  /** For `launch` or `newContext` of Playwright, or `proxy` of axios without its own agent. */
  playwright(route?: RouteOptions): { server: string; username: string; password: string } {
    const { gateway, resource, password } = this.#options;
    return { server: `http://${gateway}`, username: gatewayUserName(resource, route), password };
  }

  /**
   * For axios, with the class of the package `https-proxy-agent`:
   * `axios.create(gateway.axios(HttpsProxyAgent, { country: 'DE' }))`.
   */
  axios<T>(
    HttpsProxyAgent: new (url: string) => T,
    route: RouteOptions = {},
    onProxy?: OnProxy,
  ): { httpAgent: T; httpsAgent: T; proxy: false } {
    const agent = new HttpsProxyAgent(this.url(route));
    const emitter = agent as { on?(event: string, act: (response: ConnectResponse) => void): void };
    if (onProxy) emitter.on?.('proxyConnect', (response) => reportProxy(response, onProxy));
    return { httpAgent: agent, httpsAgent: agent, proxy: false };
  }

  /**
   * The dispatcher for `fetch` and `request` of the package undici:
   * `gateway.undici(undici, { country: 'DE' })`. An agent keeps its connections and with them their
   * proxy: another session needs another agent.
   */
  undici<U extends Undici>(
    undici: U,
    route: RouteOptions = {},
    onProxy?: OnProxy,
  ): InstanceType<U['ProxyAgent']> {
    const ProxyAgent = undici.ProxyAgent as unknown as new (options: object) => unknown;
    const Pool = undici.Pool as unknown as new (
      origin: unknown,
      options: unknown,
    ) => { connect(options: unknown): Promise<ConnectResponse> };
    class ObservedPool extends Pool {
      override async connect(options: unknown): Promise<ConnectResponse> {
        const response = await super.connect(options);
        if (onProxy) reportProxy(response, onProxy);
        return response;
      }
    }
    const options = {
      uri: this.url(route),
      clientFactory: (origin: unknown, poolOptions: unknown) =>
        new ObservedPool(origin, poolOptions),
    };
    return new ProxyAgent(options) as InstanceType<U['ProxyAgent']>;
  }

  #address(scheme: string, route?: RouteOptions): string {
    const { gateway, resource, password } = this.#options;
    const login = [gatewayUserName(resource, route), password].map(encodeURIComponent).join(':');
    return `${scheme}://${login}@${gateway}`;
  }
}

function reportProxy({ headers }: ConnectResponse, onProxy: OnProxy): void {
  const id = headers['x-proxy-id'];
  if (typeof id === 'string') onProxy(id);
}

export type Ban = Pick<
  BlockProxyBody,
  'reason' | 'status_code' | 'url' | 'note' | 'duration_seconds'
>;

export type { FoundProxy };

/** A proxy of a resource that your program uses itself, without the gateway. */
export class ProxyLease {
  readonly #connection: Connection;
  readonly #resource: string;
  readonly #route: Pick<RouteOptions, 'country' | 'session'>;
  #current: FoundProxy | null = null;

  constructor(
    connection: Connection,
    resource: string,
    route: Pick<RouteOptions, 'country' | 'session'> = {},
  ) {
    this.#connection = connection;
    this.#resource = resource;
    this.#route = route;
  }

  /** The same proxy until it is reported; null if none is available. */
  async take(): Promise<FoundProxy | null> {
    if (!this.#current) {
      const query = { ...this.#route, limit: 1 };
      const { results } = await proxy(this.#connection).listProxies(this.#resource, query).page();
      this.#current = results[0] ?? null;
    }
    return this.#current;
  }

  /** Blocks the proxy for this resource, and returns another one; null if none is available. */
  async report(ban: Ban = {}): Promise<FoundProxy | null> {
    const banned = this.#current;
    if (!banned) return this.take();
    const body = { reason: 'banned' as const, ...ban, ...this.#route };
    const { replacement } = await proxy(this.#connection).blockProxy({
      ...body,
      resource: this.#resource,
      proxy: banned.id,
    });
    this.#current = replacement;
    return replacement;
  }
}
