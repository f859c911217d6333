import { useEffect, useState } from 'react';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#ui/Panel.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { toastError } from '#ui/toast.ts';
import type { TranscriptionJobWire } from '../../wire/index.ts';
import { transcriptionJobErrorTexts } from '../../wire/transcription-jobs.labels.ts';
import { useTranscriptsRefresh } from '../queries.ts';
import { formatSeconds } from '../speech-format.ts';
import { jobStatusLabels } from './job.labels.ts';
import { isUnfinished, useCancelJob, useDeleteJob, useJobs } from './job-queries.ts';
import { TranscriptDialog } from './TranscriptDialog.tsx';

function JobActions({ job }: { job: TranscriptionJobWire }) {
  const [opened, setOpened] = useState<'transcript' | 'cancel'>();
  const cancel = useCancelJob();
  const remove = useDeleteJob();
  const close = () => setOpened(undefined);
  return (
    <div className="flex flex-wrap gap-3">
      {job.transcript_id && (
        <Button size="small" onClick={() => setOpened('transcript')}>
          Open the transcript
        </Button>
      )}
      {isUnfinished(job) ? (
        <Button size="small" variant="quiet" onClick={() => setOpened('cancel')}>
          Cancel
        </Button>
      ) : (
        <Button
          size="small"
          variant="quiet"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(job.id, { onError: toastError })}
        >
          Remove from the list
        </Button>
      )}
      <ConfirmDialog
        isOpen={opened === 'cancel'}
        onOpenChange={close}
        title="Cancel the transcription?"
        description="The recording is deleted, and nothing is deducted from your plan."
        confirmLabel="Cancel the transcription"
        busyLabel="Cancelling..."
        cancelLabel="Let it run"
        onConfirm={() => cancel.mutateAsync(job.id)}
      />
      {opened === 'transcript' && job.transcript_id && (
        <TranscriptDialog id={job.transcript_id} onClose={close} />
      )}
    </div>
  );
}

function Job({ job }: { job: TranscriptionJobWire }) {
  const { label, tone } = jobStatusLabels[job.status];
  return (
    <li className="grid gap-2 border-t border-line px-5 py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">{job.file_name}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {job.status === 'running' && (
        <ProgressBar label={`Transcribing ${job.file_name}`} isLabelHidden value={job.progress} />
      )}
      {job.error && <p className="text-sm text-quiet">{transcriptionJobErrorTexts[job.error]}</p>}
      {job.seconds !== null && job.status !== 'failed' && job.status !== 'cancelled' && (
        <p className="text-sm text-quiet">
          {job.status === 'complete' ? 'Used ' : 'Uses '}
          {formatSeconds(job.seconds)} of your plan.
        </p>
      )}
      <JobActions job={job} />
    </li>
  );
}

/** Jobs of long recordings; nothing without any. */
export function Jobs() {
  const { data: jobs = [] } = useJobs();
  const refreshTranscripts = useTranscriptsRefresh();
  const completeCount = jobs.filter(({ status }) => status === 'complete').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new in each render.
  useEffect(() => {
    if (completeCount > 0) void refreshTranscripts();
  }, [completeCount]);
  if (jobs.length === 0) return null;
  return (
    <Panel title="Long recordings" isFlush>
      <ul>
        {jobs.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
    </Panel>
  );
}
