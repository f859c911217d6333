import type { BatchStatus, StopReason } from '../../wire/batches/batches.constants.ts';

export const batchStatusLabels: Record<
  BatchStatus,
  { label: string; tone: 'info' | 'success' | 'neutral' | 'warning' }
> = {
  running: { label: 'Running', tone: 'info' },
  complete: { label: 'Complete', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  stopped: { label: 'Stopped', tone: 'warning' },
};

export const stopReasonTexts: Record<StopReason, string> = {
  quota_exceeded: 'The quota of your plan was used up meanwhile.',
  subscription_required: 'Your plan does not allow calculations at the moment.',
};
