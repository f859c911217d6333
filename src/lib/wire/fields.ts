// Fields that many contracts have, each with its one sentence.
import { z } from 'zod';

export const textId = z.string().describe('Its identifier.');
export const uuidId = z.uuid().describe('Its identifier.');
export const numberId = z.int().describe('Its identifier.');
export const currencyCode = z.string().describe('Three letters, such as `EUR`.');
export const money = z.string().describe('Decimal text.');

/** Of errors: data beside their message. */
export const retryAfter = z.int().describe('Seconds to wait.');
export const monthEnd = z.iso.datetime().describe('When the usage month ends.');
export const limitReached = z.int().describe('How many are allowed.');

/** Parameters of a path that names one object. */
export const byId = z.object({ id: z.string().describe('Its `id`, as lists return it.') });
export const byUuid = z.object({ uuid: z.string().describe('Its `uuid`, as lists return it.') });
