import { z } from 'zod';

export const accountIdPattern = /^\d{1,9}$/;

/** The id of an account in a path. */
export const accountId = z.string().regex(accountIdPattern, 'A valid integer is required.');
