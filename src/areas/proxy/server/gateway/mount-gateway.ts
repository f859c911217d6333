import type { Api } from '#kernel/http/api.ts';
import type { ApiKeys } from '#kernel/ports.ts';
import type { Proxies } from '../proxies.ts';
import { createGateway, type Gateway } from './gateway.ts';

/** Leaves time to store usage within the 10 seconds of a shutdown. */
const drainMs = 4000;

/** Listens with the app if a port is configured; drains when the app closes. */
export function mountGateway(api: Api, proxies: Proxies, apiKeys: ApiKeys): void {
  const { config, log } = proxies.kernel;
  const { gatewayPorts, HOST } = config;
  if (gatewayPorts.length === 0) return;
  const gateway = createGateway({ proxies, apiKeys, quota: api.quota, meter: api.meter });
  api.app.addHook('onListen', async () => {
    proxies.gatewayPort = await listenOnFirstFree(gateway, HOST, gatewayPorts);
    if (proxies.gatewayPort !== null)
      log.info({ port: proxies.gatewayPort }, 'the proxy gateway listens');
    else
      log.error(
        { ports: gatewayPorts },
        'the proxy gateway is off: its ports are in use; set PROXY_PORT to a free one',
      );
  });
  api.app.addHook('preClose', async () => {
    await gateway.close(drainMs);
    await proxies.usage.flush();
  });
}

/** The port it listens on; null when other programs have all of them. */
export async function listenOnFirstFree(
  gateway: Pick<Gateway, 'listen'>,
  host: string,
  ports: readonly number[],
): Promise<number | null> {
  for (const port of ports) {
    try {
      return await gateway.listen({ host, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return null;
}
