// Dependencies of the area's use-cases.
import type { Kernel } from '#kernel/kernel.ts';
import { createStatusReader, type StatusReader } from './read-status.ts';

export type Status = { kernel: Kernel; reader: StatusReader };

export const createStatus = (kernel: Kernel): Status => ({
  kernel,
  reader: createStatusReader(kernel),
});
