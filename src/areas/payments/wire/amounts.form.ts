import { z } from 'zod';

export const decimalText = z
  .string('A valid number is required.')
  .trim()
  .regex(/^\d{1,18}(\.\d{1,18})?$/, 'A valid number is required.');
