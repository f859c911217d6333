import { z } from 'zod';

export const ratingSchema = z.object({
  rating: z
    .int('A valid integer is required.')
    .min(1, 'Choose 1 to 5.')
    .max(5, 'Choose 1 to 5.')
    .describe('1 to 5; 5 is best.'),
  comment: z
    .string()
    .trim()
    .max(2000, 'Ensure this field has no more than 2000 characters.')
    .default('')
    .describe('What was good or bad.'),
});
