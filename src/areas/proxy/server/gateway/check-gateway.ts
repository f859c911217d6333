import type { Proxies } from '../proxies.ts';

export function addGatewayCheck(proxies: Proxies): void {
  const { checks, config } = proxies.kernel;
  checks.add({
    name: 'gateway',
    title: 'Proxy gateway',
    isOfServer: true,
    async read() {
      const { gatewayPort } = proxies;
      if (config.gatewayPorts.length === 0)
        return { state: 'off', message: 'PROXY_PORT opens it.' };
      if (config.JOBS === 'only')
        return { state: 'off', message: 'Listens in the processes that serve calls.' };
      if (gatewayPort !== null) return { state: 'ok', message: `Listens on port ${gatewayPort}.` };
      const message = 'Other programs use its ports: set PROXY_PORT to a free one.';
      return { state: 'down', message };
    },
  });
}
