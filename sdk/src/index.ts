import { Connection } from './core/connection.ts';
import type { WeftlineOptions } from './core/options.ts';
import * as customers from './generated/customers.ts';
import type { AllCalls } from './generated/customers-types.d.ts';
import { openAll } from './open-all.ts';

export { Connection, type OutgoingRequest } from './core/connection.ts';
export * from './core/errors.ts';
export { EventStream } from './core/event-stream.ts';
export { List } from './core/list.ts';
export type * from './core/options.ts';
export type { SessionTokens } from './core/session.ts';
export type * from './generated/customers-types.d.ts';
export type { ErrorCode } from './generated/error-codes.d.ts';

/** Every call that customers can make: `new Weftline({ apiKey }).keys.list()`. */
export type Weftline = Connection & AllCalls;

export const Weftline = class extends Connection {
  constructor(options?: WeftlineOptions) {
    super(options);
    Object.assign(this, openAll(customers, this));
  }
} as unknown as new (
  options?: WeftlineOptions,
) => Weftline;
