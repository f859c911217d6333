import { z } from 'zod';

export const changeTranscriptSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Give the transcript a title.')
    .max(255, 'Ensure this field has no more than 255 characters.')
    .optional(),
  segments: z
    .array(z.object({ id: z.int(), text: z.string().max(10_000) }))
    .max(10_000)
    .optional()
    .describe('The segments to change, by id.'),
});
