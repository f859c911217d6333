import type { TranscriptionJobStatus } from '../../wire/transcription-jobs.constants.ts';

export const jobStatusLabels: Record<
  TranscriptionJobStatus,
  { label: string; tone: 'info' | 'success' | 'neutral' | 'danger' }
> = {
  uploading: { label: 'Uploading', tone: 'info' },
  queued: { label: 'Waiting', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  complete: { label: 'Complete', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};
