import { z } from 'zod';

/** The number of an account as it stands in an address. */
export const accountId = z.string().regex(/^\d{1,9}$/, 'A valid integer is required.');
