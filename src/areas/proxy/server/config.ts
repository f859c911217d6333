import { z } from 'zod';
import { flag, url } from '#kernel/config-values.ts';
import { type DeclaredConfig, declareConfig } from '#kernel/declare-config.ts';

/** In development the next one is used while another program has the first. */
const developmentPorts = Array.from({ length: 10 }, (_, at) => 3128 + at);

export const proxyConfig = declareConfig({
  variables: {
    PROXY_PORT: z
      .union([z.literal('off'), z.coerce.number().int().min(0).max(65535)], {
        error: 'must be a port number, or off',
      })
      .optional(),
    PROXY_ALLOW_PRIVATE: flag.default(false),
    PROXY_CHECK_URL: url('http:', 'https:').optional(),
  },
  inTestMode: { PROXY_PORT: 'off' },
  derive: ({ PROXY_PORT, NODE_ENV }) => ({
    /** Of the gateway: it listens on the first that is free. Empty when it is off. */
    gatewayPorts: choosePorts(PROXY_PORT, NODE_ENV),
  }),
});

export type ProxyConfig = DeclaredConfig<typeof proxyConfig>;

function choosePorts(port: number | 'off' | undefined, mode: string): readonly number[] {
  if (port === 'off') return [];
  if (port !== undefined) return [port];
  return mode === 'development' ? developmentPorts : [];
}
