// Manual blocks.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { blockReasons } from './proxies.constants.ts';
import { ProxyItem } from './proxies.ts';
import { country, session } from './selection.form.ts';

const time = z.iso.datetime();
const permission = { key: 'proxy' } as const;

export const BlockResult = z
  .object({
    proxy: z.uuid().describe('Its id.'),
    resource: z.string().describe('Where it is blocked.'),
    status: z.literal('blocked').describe('Always `blocked`.'),
    blocked_until: time.describe('Later blocks only extend it.'),
    block_count: z.int().describe('Blocks within a day of each other.'),
    replacement: ProxyItem.nullable().describe('Another proxy to use; null if none is available.'),
  })
  .meta({ id: 'ProxyBlock' });
export type BlockResultWire = z.infer<typeof BlockResult>;

export const proxyAmbiguous = declareError(
  'proxy_ambiguous',
  400,
  'Several proxies have this address. Use the id of one.',
);

export const blockProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/proxy/block/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 3 },
  summary: 'Block a proxy',
  description:
    'Takes a proxy out of use for this resource and returns a replacement. Repeating it only extends the time; other resources still use the proxy.',
  permission,
  work: 'none',
  body: z.object({
    resource: z.string().describe('The name of the resource.'),
    proxy: z.string().max(300).describe('Id or host:port.'),
    reason: z.enum(blockReasons).default('banned').describe('Why you block it.'),
    status_code: z.int().min(100).max(599).optional().describe('The HTTP status that you got.'),
    duration_seconds: z
      .int('A valid integer is required.')
      .min(60, 'Ensure this value is greater than or equal to 60.')
      .max(2_592_000, 'Ensure this value is less than or equal to 2592000.')
      .optional()
      .describe("Default: the resource's, doubled for each repeated block, up to a day."),
    url: z.string().max(2000).optional().describe('The requested URL; saved with the note.'),
    note: z.string().max(500).default('').describe('Your note.'),
    session: session.optional(),
    country: country.optional(),
  }),
  responses: { 200: BlockResult },
  errors: [commonErrors.notFound, proxyAmbiguous],
});
