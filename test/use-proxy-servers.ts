// Proxies and sites for one test file.
import { afterAll } from 'vitest';
import { type ProxyOptions, startProxy, startSite } from './proxy-servers.ts';
import { startBreakingProxy, startSocksProxy } from './raw-proxy-servers.ts';

/** Everything it starts is stopped after all tests of the file. */
export function useProxyServers() {
  const open: { stop(): Promise<void> }[] = [];
  let exits = 1;
  afterAll(() => Promise.all(open.map((one) => one.stop())));
  const track = <T extends { stop(): Promise<void> }>(one: T): T => {
    open.push(one);
    return one;
  };
  return {
    startProxy: async (options: ProxyOptions = {}) =>
      track(await startProxy(`127.0.0.${++exits}`, options)),
    startSocksProxy: async (login?: string) =>
      track(await startSocksProxy(`127.0.0.${++exits}`, login)),
    startBreakingProxy: async (bytesMax: number) =>
      track(await startBreakingProxy(`127.0.0.${++exits}`, bytesMax)),
    startSite: async () => track(await startSite()),
  };
}
