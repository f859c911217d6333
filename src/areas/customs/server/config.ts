import { z } from 'zod';
import { list, namedUrls, url } from '#kernel/config-values.ts';
import { type DeclaredConfig, declareConfig } from '#kernel/declare-config.ts';

/** Publishers of exchange rates; `rates/rate-sources.ts` has their addresses. */
const rateSourceIds = [
  'ecb',
  'frankfurter',
  'cbr',
  'nbu',
  'nbg',
  'nbk',
  'cbk',
  'cbn',
  'hmrc',
  'boc',
  'rba',
  'bazg',
  'cbuae',
  'fed',
  'nbp',
] as const;

export const customsConfig = declareConfig({
  variables: {
    RATES_URL: url('http:', 'https:').optional(),
    RATES_SOURCES: list.pipe(
      z.array(z.enum(rateSourceIds, { error: `must be of ${rateSourceIds.join(', ')}` })),
    ),
    RATES_MIRRORS: namedUrls(rateSourceIds),
    RATES_FORMAT: z.enum(['ecb', 'frankfurter']).default('ecb'),
  },
});

export type CustomsConfig = DeclaredConfig<typeof customsConfig>;
