// What happens to a customer's objects, as programs are told of it. One exported object of an
// area's `wire/events.ts` describes one event: the area publishes it, the webhooks deliver it, and
// the OpenAPI document and the reference are generated from it.
import type { z } from 'zod';

export type CustomerEvent<Data extends z.ZodObject = z.ZodObject> = {
  /** The noun and what happened to it: `payment.completed`. Never renamed. */
  type: `${string}.${string}`;
  /** "A payment is completed", for lists of events. */
  summary: string;
  /** One to three sentences: when it is sent, and what to do with it. */
  description: string;
  /** The object as the API returns it, or its main fields. Fields are added, never removed. */
  data: Data;
  /** For the reference and for test events. */
  example: z.output<Data>;
  /** Is sent on plans without webhooks too: it tells why the others stop. */
  onEveryPlan?: true;
};

export const customerEvent = <const Data extends z.ZodObject>(
  declaration: CustomerEvent<Data>,
): CustomerEvent<Data> => declaration;

/** The version of all data. A change that breaks receivers gets a new one. */
export const eventsVersion = '2026-12-01';

const isCustomerEvent = (value: unknown): value is CustomerEvent =>
  typeof value === 'object' && value !== null && 'type' in value && 'data' in value;

/** Of contract modules, in the order of their names within each. */
export const listCustomerEvents = (
  contracts: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): { area: string; event: CustomerEvent }[] =>
  Object.entries(contracts).flatMap(([area, contract]) =>
    Object.values(contract)
      .filter(isCustomerEvent)
      .map((event) => ({ area, event })),
  );
