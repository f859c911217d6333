import { z } from 'zod';

/** The id of an account in a path. */
export const accountId = z.string().regex(/^\d{1,9}$/, 'A valid integer is required.');
