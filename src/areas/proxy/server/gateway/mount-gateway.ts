import type { Api } from '#kernel/http/api.ts';
import type { ApiKeys } from '#kernel/ports.ts';
import type { Proxies } from '../proxies.ts';
import { createGateway } from './gateway.ts';

/** Leaves time to store usage within the 10 seconds of a shutdown. */
const drainMs = 4000;

/** Listens with the app if a port is configured; drains when the app closes. */
export function mountGateway(api: Api, proxies: Proxies, apiKeys: ApiKeys): void {
  const { config, log } = api.kernel;
  const { PROXY_PORT, HOST } = config;
  if (PROXY_PORT === undefined) return;
  const gateway = createGateway({ proxies, apiKeys, quota: api.quota, meter: api.meter });
  api.app.addHook('onListen', async () => {
    proxies.gatewayPort = await gateway.listen({ host: HOST, port: PROXY_PORT });
    log.info({ port: proxies.gatewayPort }, 'the proxy gateway listens');
  });
  api.app.addHook('preClose', async () => {
    await gateway.close(drainMs);
    await proxies.usage.flush();
  });
}
