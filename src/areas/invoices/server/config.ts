import { apiUrl } from '#kernel/config-values.ts';
import { type DeclaredConfig, declareConfig } from '#kernel/declare-config.ts';

export const invoicesConfig = declareConfig({ variables: { VIES_URL: apiUrl.optional() } });

export type InvoicesConfig = DeclaredConfig<typeof invoicesConfig>;
