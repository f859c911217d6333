import { Connection } from './core/connection.ts';
import type { WeftlineOptions } from './core/options.ts';
import * as staff from './generated/staff.ts';
import type { AllCalls } from './generated/staff-types.d.ts';
import { openAll } from './open-all.ts';

export type * from './generated/staff-types.d.ts';

/** The calls of staff. They need the session of a person with a role. */
export type WeftlineAdmin = Connection & AllCalls;

export const WeftlineAdmin = class extends Connection {
  constructor(options?: WeftlineOptions) {
    super(options);
    Object.assign(this, openAll(staff, this));
  }
} as unknown as new (
  options?: WeftlineOptions,
) => WeftlineAdmin;
