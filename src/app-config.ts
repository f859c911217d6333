// The variables of the kernel and of every area. Read before the rest of the code is loaded, so it
// imports only declarations.
import { customsConfig } from '#areas/customs/server/config.ts';
import { invoicesConfig } from '#areas/invoices/server/config.ts';
import { paymentsConfig } from '#areas/payments/server/config.ts';
import { proxyConfig } from '#areas/proxy/server/config.ts';
import { speechConfig } from '#areas/speech/server/config.ts';
import { webhooksConfig } from '#areas/webhooks/server/config.ts';
import { readConfig } from '#kernel/config.ts';
import type { Environment } from '#kernel/declare-config.ts';

export const areaConfigs = [
  customsConfig,
  invoicesConfig,
  paymentsConfig,
  proxyConfig,
  speechConfig,
  webhooksConfig,
] as const;

export const readAppConfig = (env: Environment) => readConfig(env, areaConfigs);
export type AppConfig = ReturnType<typeof readAppConfig>;
