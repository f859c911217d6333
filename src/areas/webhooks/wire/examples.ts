// Example values of the reference: by field, and of objects whose fields belong together.
import type { ExampleValues } from '#lib/openapi-examples.ts';

export const webhooksExamples: ExampleValues = {
  fields: {
    events: [['payment.completed']],
  },
};
