// The time of an account in test mode.
import { z } from 'zod';
import { declareError, endpoint } from '../endpoint.ts';
import { addDuration } from '../iso-duration.ts';
import { createPageSchema, dateTime, listQuery } from '../pagination.ts';
import { scopes } from '../scopes.ts';
import { testModeErrors } from '../test-mode-errors.ts';
import { testClockPath, testClockYearsMax } from './test-clock.constants.ts';

const time = z.iso.datetime();

export const TestClock = z
  .object({
    now: time.describe('The time of the account.'),
    is_moved: z.boolean().describe('Whether it was moved. Otherwise time is real.'),
    moved_from: time.nullable().describe('The time before the last move; null if it is real.'),
    moving_to: time.nullable().describe('Where a move that is under way ends; null if none is.'),
    latest: time.describe(`It can be moved up to here: ${testClockYearsMax} years from today.`),
  })
  .meta({ id: 'TestClock' });
export type TestClockWire = z.infer<typeof TestClock>;

export const TestClockEvent = z
  .object({
    id: z.int().describe('Its identifier.'),
    occurred_at: time.describe('In the time of the account.'),
    type: z.string().describe('That of the customer event, or `mail`, which is not sent.'),
    summary: z.string().describe('What happened; the subject of a mail.'),
    object: z
      .string()
      .nullable()
      .describe('The id of what it happened to; null if nothing has one.'),
  })
  .meta({ id: 'TestClockEvent' });
export type TestClockEventWire = z.infer<typeof TestClockEvent>;

export const clockIsMoving = declareError(
  'clock_is_moving',
  409,
  'The time of this account is being moved. Wait until `moving_to` is null.',
  { moving_to: time.describe('Where the move ends.') },
);

export const advanceBody = z.object({
  advance: z
    .string()
    .max(40)
    .refine((text) => addDuration(new Date(0), text) !== null, {
      error: 'Enter a duration such as P1M, P2W, P1D or PT12H: more than zero, at most P1Y.',
    })
    .describe('An ISO 8601 duration: more than zero, at most a year. Months are calendar months.')
    .meta({ examples: ['P1M'] }),
});

/** Any key of test mode: nothing there is real. */
const permission = { key: scopes } as const;
const errors = [testModeErrors.testModeOnly];

export const readTestClock = endpoint({
  method: 'GET',
  path: testClockPath,
  group: 'The clock',
  tool: { toolset: 'testMode' },
  summary: 'Retrieve the test clock',
  description: 'Returns the time of the account in test mode, and the move that is under way.',
  permission,
  work: 'read',
  responses: { 200: TestClock },
  errors,
});

export const advanceTestClock = endpoint({
  method: 'POST',
  path: testClockPath,
  group: 'The clock',
  tool: { toolset: 'testMode' },
  summary: 'Advance the test clock',
  description:
    'Moves the time of the account in test mode. What becomes due happens in order and once: renewals, failed charges and their repetitions, invoices, expiries and warnings. The response comes before that; the move has ended when `moving_to` is null.',
  permission,
  work: 'write',
  rateLimit: { points: 30, windowSeconds: 600 },
  body: advanceBody,
  responses: { 202: TestClock },
  errors: [...errors, clockIsMoving],
});

export const resetTestClock = endpoint({
  method: 'DELETE',
  path: testClockPath,
  group: 'The clock',
  tool: { toolset: 'testMode' },
  summary: 'Reset the test clock',
  description:
    'Makes the time of the account real again. Its plan ends and the free one starts; payments, invoices and transactions stay as they are dated. Repeating the call changes nothing.',
  permission,
  work: 'write',
  rateLimit: { points: 30, windowSeconds: 600 },
  responses: { 200: TestClock },
  errors: [...errors, clockIsMoving],
});

export const listTestClockEvents = endpoint({
  method: 'GET',
  path: `${testClockPath}events/`,
  group: 'The clock',
  tool: { toolset: 'testMode' },
  summary: 'List what happened by the test clock',
  description: 'Returns what happened to the account since its time was moved, the oldest first.',
  permission,
  work: 'read',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    after: dateTime.optional().describe('Only what happened later than this.'),
  }),
  responses: { 200: createPageSchema(TestClockEvent) },
  errors,
});
