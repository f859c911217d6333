// Proxies and sites for one file of tests.
import { afterAll } from 'vitest';
import { startBreaking, startSocks } from './plain-tunnels.ts';
import { type ProxyOptions, startProxy, startSite } from './proxy-farm.ts';

/** What is started is stopped after the file's tests. */
export function useFarm() {
  const open: { stop(): Promise<void> }[] = [];
  let exits = 1;
  afterAll(() => Promise.all(open.map((one) => one.stop())));
  const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
    open.push(one);
    return one;
  };
  return {
    startProxy: async (options: ProxyOptions = {}) =>
      keep(await startProxy(`127.0.0.${++exits}`, options)),
    startSocks: async (login?: string) => keep(await startSocks(`127.0.0.${++exits}`, login)),
    startBreaking: async (bytesMax: number) =>
      keep(await startBreaking(`127.0.0.${++exits}`, bytesMax)),
    startSite: async () => keep(await startSite()),
  };
}
