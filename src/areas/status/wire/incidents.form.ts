// Validation of an incident, shared with the forms in the browser.
import { z } from 'zod';
import { whenValid } from '#lib/when-valid.ts';
import {
  componentNames,
  impactStates,
  incidentStates,
  messageLengthMax,
  titleLengthMax,
} from './status.constants.ts';

const tooLong = (lengthMax: number) =>
  `Ensure this field has no more than ${lengthMax} characters.`;
const text = (lengthMax: number) =>
  z.string().trim().min(1, 'This field may not be blank.').max(lengthMax, tooLong(lengthMax));

const affected = z
  .array(z.object({ name: z.enum(componentNames), impact: z.enum(impactStates) }))
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    message: 'Name each component once.',
  });
const message = text(messageLengthMax).describe('Shown to everyone.');

export const openIncidentBody = z.object({
  title: text(titleLengthMax),
  state: z.enum(incidentStates).exclude(['resolved']),
  components: affected.min(1, 'Choose at least one component.'),
  message,
});

export const updateIncidentBody = z
  .object({
    state: z.enum(incidentStates),
    components: affected.describe('What it affects from now on. Ignored with `resolved`.'),
    message,
  })
  .refine(({ state, components }) => state === 'resolved' || components.length > 0, {
    path: ['components'],
    message: 'Choose at least one component.',
    ...whenValid('state', 'components'),
  });
