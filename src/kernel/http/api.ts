import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#lib/endpoint.ts';
import type { Kernel } from '../kernel.ts';
import type { Meter, Quota } from '../ports.ts';
import type { Guard } from './guard.ts';

/** What an area's `routes.ts` mounts its endpoints on. */
export type Api = {
  app: FastifyInstance;
  kernel: Kernel;
  guard: Guard;
  quota: Quota;
  meter: Meter;
  /** All endpoints mounted so far, for 405 responses. */
  endpoints: Endpoint[];
};
