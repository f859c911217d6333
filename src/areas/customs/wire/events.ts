// What programs of customers are told about calculations.
import { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { Batch } from './batches/batches.ts';
import { calculationStatuses, wireKinds } from './calculations/calculations.constants.ts';
import { Recalculation } from './calculations/recalculations.ts';

const kind = z.enum([wireKinds.goods, wireKinds.vehicle]).describe('What was calculated.');

export const CalculationEventData = z
  .object({
    id: z.int().describe('Its identifier.'),
    kind,
    title: z.string().describe('Your title; may be empty.'),
    destination_country: z.string().describe('Two letters.'),
    regime: z.string().describe('Who imports.'),
    calculation_date: z.string().describe('The day whose rules and rates apply.'),
    status: z
      .enum(calculationStatuses)
      .describe('`range`: a question is open; `partial`: some amounts are unknown.'),
    currency: z.string().describe('Three letters.'),
    customs_value: z.string().nullable().describe('Decimal text; null if unknown.'),
    total_payments: z.string().describe('Decimal text.'),
    total_is_minimum: z.boolean().describe('The true total may be higher.'),
    created_at: z.iso.datetime().describe('When it was calculated.'),
  })
  .meta({ id: 'CalculationEventData' });

export const calculationSavedEvent = customerEvent({
  type: 'calculation.saved',
  summary: 'A calculation was saved',
  description: 'Sent when a calculation is saved, on the site or by the API.',
  data: CalculationEventData,
  example: {
    id: 1041,
    kind: wireKinds.vehicle,
    title: 'A car from Japan',
    destination_country: 'DE',
    regime: 'individual',
    calculation_date: '2026-12-01',
    status: 'complete',
    currency: 'EUR',
    customs_value: '25000.00',
    total_payments: '8125.00',
    total_is_minimum: false,
    created_at: '2026-12-01T09:30:00.000Z',
  },
});

export const calculationChangedEvent = customerEvent({
  type: 'calculation.changed',
  summary: 'A watched calculation would have another result now',
  description:
    'Sent when newer rules or exchange rates change a calculation that you watch. The stored result stays until you recalculate it.',
  data: Recalculation.omit({ id: true, is_current: true }).extend({
    id: z.int().describe('Of the calculation.'),
    kind,
    title: z.string().describe('Your title; may be empty.'),
  }),
  example: {
    id: 1041,
    kind: wireKinds.vehicle,
    title: 'A car from Japan',
    status_before: 'complete',
    status_after: 'complete',
    total_before: '8125.00',
    total_after: '8310.00',
    currency_before: 'EUR',
    currency_after: 'EUR',
    reason: 'The duty rose from 10 % to 10.5 %.',
    created_at: '2026-12-01T09:30:00.000Z',
  },
});

export const batchFinishedEvent = customerEvent({
  type: 'batch.finished',
  summary: 'A file of calculations is finished',
  description:
    'Sent when every line is calculated, and when a file stops because the plan is used up. Fetch its result by the id.',
  data: Batch,
  example: {
    id: '019acb2e-2d41-7f6a-9c8e-9b520f6a1c8e',
    kind: 'goods',
    file_name: 'december.csv',
    status: 'complete',
    stop_reason: null,
    lines: 200,
    calculations: 200,
    done: 200,
    failed: 3,
    created_at: '2026-12-01T09:28:00.000Z',
    finished_at: '2026-12-01T09:30:00.000Z',
  },
});
