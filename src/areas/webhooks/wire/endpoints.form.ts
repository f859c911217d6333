// Validation of an endpoint, shared with the forms in the browser. Whether the address may be
// reached is checked on the server.
import { z } from 'zod';
import { descriptionLengthMax, urlLengthMax } from './webhooks.constants.ts';

const tooLong = (lengthMax: number) =>
  `Ensure this field has no more than ${lengthMax} characters.`;

const url = z
  .string()
  .trim()
  .max(urlLengthMax, tooLong(urlLengthMax))
  .pipe(z.url({ protocol: /^https?$/, error: 'Enter a valid URL.' }))
  .describe('Where events are posted to; https.');
const description = z
  .string()
  .trim()
  .max(descriptionLengthMax, tooLong(descriptionLengthMax))
  .describe('Your note; may be empty.');
const eventTypes = z
  .array(z.string().max(100))
  .min(1, 'Choose at least one event.')
  .max(100)
  .nullable()
  .describe('Types of events to send; null for all, also those that are added later.');

export const createEndpointBody = z.object({
  url,
  description: description.default(''),
  event_types: eventTypes.default(null),
});

export const updateEndpointBody = z
  .object({
    url,
    description,
    event_types: eventTypes,
    is_enabled: z
      .boolean()
      .describe('False: nothing is sent, and deliveries that wait become failed.'),
  })
  .partial();
