// Example values of the reference: by field, and of objects whose fields belong together.
import type { ExampleValues } from '#lib/openapi-examples.ts';

export const supportExamples: ExampleValues = {
  fields: {
    category: ['billing'],
    excerpt: ['The order leaves the warehouse on Monday.'],
    preview: ['We have received your order.'],
    rating_comment: [''],
    subject: ['A question about my plan'],
  },
  objects: {
    Ticket: { status_display: 'Open', assigned_to: null, rating: null, reopen_until: null },
    TicketDetail: { status_display: 'Open', assigned_to: null, rating: null, timeline: [] },
  },
};
