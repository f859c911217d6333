import { flag } from '#kernel/config-values.ts';
import { type DeclaredConfig, declareConfig } from '#kernel/declare-config.ts';

export const webhooksConfig = declareConfig({
  variables: { WEBHOOKS_ALLOW_PRIVATE: flag.default(false) },
});

export type WebhooksConfig = DeclaredConfig<typeof webhooksConfig>;
