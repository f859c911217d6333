// Example values of the reference: by field, and of objects whose fields belong together.
import type { ExampleValues } from '#lib/openapi-examples.ts';

export const leadsExamples: ExampleValues = {
  fields: {
    company: ['Example GmbH'],
    company_site: ['https://example.com/'],
    contact_value: ['ada@example.com'],
    full_name: ['Ada Lovelace'],
    message: ['How long does it take to import a car?'],
  },
  objects: {
    Lead: { status_display: 'New', extra: {} },
  },
};
