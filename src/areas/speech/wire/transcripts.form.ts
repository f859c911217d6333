import { z } from 'zod';

export const changeTranscriptSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Give the transcript a title.')
    .max(255, 'Ensure this field has no more than 255 characters.')
    .optional()
    .describe('Your name for it.'),
  segments: z
    .array(
      z.object({
        id: z.int().describe('Its place in the text.'),
        text: z.string().max(10_000).describe('What was said.'),
      }),
    )
    .max(10_000)
    .optional()
    .describe('The segments to change, by id.'),
});
