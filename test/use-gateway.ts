// A gateway for one test file.
import { afterAll, beforeAll } from 'vitest';
import { createGateway, type Gateway } from '#areas/proxy/server/gateway/gateway.ts';
import { type MeteredCall, noopMeter, unlimitedQuota } from '#kernel/ports.ts';
import type { TestApp } from './harness.ts';

/** It listens before the tests of the file, and is closed after them. */
export function useGateway(t: TestApp, { quota = unlimitedQuota, tunnelsPerKey = 200 } = {}) {
  const recorded: MeteredCall[] = [];
  const ports = () => ({
    proxies: t.areas.proxy,
    apiKeys: t.areas.keys.checker,
    quota,
    meter: { ...noopMeter, record: (call: MeteredCall) => recorded.push(call) },
  });
  /** Another one, which its test closes. */
  const create = () => createGateway(ports(), { tunnelsPerKey });
  const used = { port: 0, recorded, ports, create };
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = create();
    used.port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => gateway.close(0));
  return used;
}
