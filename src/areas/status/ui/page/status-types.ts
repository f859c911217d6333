import type { CallResult } from '#lib/endpoint-types.ts';
import type { readStatus } from '../../wire/status.ts';

export type StatusWire = CallResult<typeof readStatus>;
