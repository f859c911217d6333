// Batches: a file of goods or vehicles, calculated in the background.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, limitReached, textId } from '#lib/wire/fields.ts';
import { importKinds } from '../calculations/calculations.constants.ts';
import {
  batchBytesMax,
  batchFormats,
  batchLinesMax,
  batchStatuses,
  entryStatuses,
  fileNameMax,
  stopReasons,
} from './batches.constants.ts';

const time = z.iso.datetime();
const permission = { key: 'customs' } as const;

export const batchLimitReached = declareError(
  'batch_limit_reached',
  400,
  'You have reached the limit of batches. Delete one that you no longer need.',
  { limit: limitReached },
);

const counts = {
  lines: z.int().describe('Lines of the file, without its header.'),
  calculations: z.int().describe('What the file costs: each counts like a single calculation.'),
};

export const Batch = z
  .object({
    id: textId,
    kind: z.enum(importKinds).describe('What the lines are.'),
    file_name: z.string().describe('As stated; may be empty.'),
    status: z.enum(batchStatuses).describe('`stopped`: the plan was used up.'),
    stop_reason: z.enum(stopReasons).nullable().describe('Why the rest was not calculated.'),
    ...counts,
    done: z.int().describe('Calculations that are finished, including failed ones.'),
    failed: z.int().describe('They are not counted for the plan.'),
    created_at: time.describe('When it was started.'),
    finished_at: time.nullable().describe('Null while it runs.'),
  })
  .meta({ id: 'CustomsBatch' });
export type BatchWire = z.infer<typeof Batch>;

export const BatchEntry = z
  .object({
    line: z.int().describe('In the file, where the header is line 1; in JSON its position.'),
    reference: z.string().describe('Your own; the number of the line if you stated none.'),
    status: z
      .enum(entryStatuses)
      .describe('`range`: a question is open; `partial`: some amounts are unknown.'),
    total: z.string().nullable().describe('All payments as decimal text; null if it failed.'),
    total_is_minimum: z.boolean().describe('A part is unknown, so the true total may be higher.'),
    total_most: z
      .string()
      .nullable()
      .optional()
      .describe('The most that it can be; null if a part is unknown or it failed.'),
    currency: z.string().nullable().describe('Of the total; null if it failed.'),
    missing: z.array(z.string()).describe('Facts needed to calculate the unknown amounts.'),
    code: z.string().nullable().describe('The error code of a single call.'),
    message: z.string().nullable().describe('Why it failed; null if it did not.'),
    problems: z.record(z.string(), z.unknown()).describe('Messages by field.'),
    rule_set: z
      .object({ id: textId, version: z.int().describe('Counts up; a version never changes.') })
      .nullable()
      .describe('The rules that applied; null if it failed.'),
  })
  .meta({ id: 'CustomsBatchEntry' });
export type BatchEntryWire = z.infer<typeof BatchEntry>;

/** A CSV file in base64, with one calculation for goods. */
const exampleFile =
  'cmVmZXJlbmNlLGRlc3RpbmF0aW9uX2NvdW50cnksY3VycmVuY3ksZGVzY3JpcHRpb24saHNfY29k' +
  'ZSxvcmlnaW5fY291bnRyeSxxdWFudGl0eSx1bml0X3ByaWNlCkEtMSxERSxVU0QsQ290dG9uIFQt' +
  'c2hpcnRzLDYxMDkxMDAwLENOLDIwMCw2LjAwCg==';

export const createBatch = endpoint({
  method: 'POST',
  path: '/apix/data_customs/batches/',
  group: 'Files with many calculations',
  tool: { toolset: 'customs', order: 12 },
  summary: 'Calculate a file in the background',
  description:
    'Starts a CSV or JSON file of up to thousands of calculations. Each counts like a single one, and the plan has to cover all of them; `preview=true` only checks.',
  permission,
  work: 'none',
  feature: 'calculations',
  metered: { group: 'customs', metric: 'calculation' },
  rateLimit: { points: 60, windowSeconds: 3600 },
  base64Field: 'file',
  // Base64 is a third longer than the file.
  bodyBytesMax: Math.ceil(batchBytesMax / 3) * 4 + 65_536,
  query: z.object({
    preview: z
      .enum(['true', 'false'], 'Must be a valid boolean.')
      .optional()
      .describe('Checks the file and the plan. Nothing is stored, started or counted.'),
  }),
  body: z.object({
    kind: z.enum(importKinds).describe('What the lines are.'),
    format: z.enum(batchFormats).describe('Of the file.'),
    file: z
      .string()
      .min(1)
      .describe(`Base64 or a data URL; at most 8 MiB and ${batchLinesMax} lines.`),
    file_name: z.string().trim().max(fileNameMax).optional().describe('Your name for the file.'),
  }),
  example: { kind: 'goods', format: 'csv', file: exampleFile },
  responses: {
    200: z.object({
      ...counts,
      quota_suffices: z.boolean().describe('If not, starting the batch is refused.'),
    }),
    201: Batch,
  },
  errors: [batchLimitReached],
});

export const listBatches = endpoint({
  method: 'GET',
  path: '/apix/data_customs/batches/',
  group: 'Files with many calculations',
  tool: { toolset: 'customs', order: 11 },
  summary: 'List batches',
  description:
    'Returns your files of calculations, newest first. Finished ones are deleted after 30 days.',
  permission,
  work: 'read',
  query: z.object(listQuery),
  responses: { 200: createPageSchema(Batch) },
  errors: [commonErrors.invalidPage],
});

export const readBatch = endpoint({
  method: 'GET',
  path: '/apix/data_customs/batches/:id/',
  group: 'Files with many calculations',
  tool: { toolset: 'customs', order: 11 },
  summary: 'Retrieve a batch and its progress',
  description: 'Returns how much of a file is done. Failed lines are not counted for the plan.',
  permission,
  work: 'read',
  params: byId,
  responses: { 200: Batch },
  errors: [commonErrors.notFound],
});

export const readBatchResult = endpoint({
  method: 'GET',
  path: '/apix/data_customs/batches/:id/result/',
  group: 'Files with many calculations',
  tool: { toolset: 'customs', order: 11 },
  summary: 'Retrieve the result of a batch, also while it runs',
  description:
    'Returns one entry for each calculation of the file, with its total or what is wrong with its line. `format=csv` downloads all of it.',
  permission,
  work: 'read',
  params: byId,
  query: z.object({
    ...listQuery,
    format: z.enum(batchFormats).optional().describe('`csv` returns the whole result as a file.'),
    status: z.enum(entryStatuses).optional().describe('Only entries with this status.'),
  }),
  responses: { 200: createPageSchema(BatchEntry) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});

export const cancelBatch = endpoint({
  method: 'POST',
  path: '/apix/data_customs/batches/:id/cancel/',
  group: 'Files with many calculations',
  tool: { toolset: 'customs', order: 12, isDestructive: true },
  summary: 'Cancel a batch; one that has finished stays as it is',
  description: 'Stops a running file. What is done stays readable and is counted; the rest is not.',
  permission,
  work: 'write',
  params: byId,
  responses: { 200: Batch },
  errors: [commonErrors.notFound],
});

export const deleteBatch = endpoint({
  method: 'DELETE',
  path: '/apix/data_customs/batches/:id/',
  group: 'Files with many calculations',
  tool: { toolset: 'customs', order: 13 },
  summary: 'Delete a batch and its result',
  description:
    'Deletes a file with its result. One that is running stops, and what was calculated is counted.',
  permission,
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
