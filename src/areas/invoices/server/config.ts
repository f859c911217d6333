import { apiUrl } from '#kernel/config-values.ts';
import { type ConfigOf, declareConfig } from '#kernel/declare-config.ts';

export const invoicesConfig = declareConfig({ variables: { VIES_URL: apiUrl.optional() } });

export type InvoicesConfig = ConfigOf<typeof invoicesConfig>;
