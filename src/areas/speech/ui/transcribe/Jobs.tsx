import { useEffect, useState } from 'react';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { LongWork } from '#ui/LongWork.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toastError } from '#ui/toast.ts';
import type { TranscriptionJobWire } from '../../wire/index.ts';
import { transcriptionJobErrorTexts } from '../../wire/transcription-jobs.labels.ts';
import { useTranscriptsRefresh } from '../queries.ts';
import { formatSeconds } from '../speech-format.ts';
import { jobStatusLabels } from './job.labels.ts';
import { isUnfinished, useCancelJob, useDeleteJob, useJobs } from './job-queries.ts';
import { TranscriptDialog } from './TranscriptDialog.tsx';

function EndedActions({ job }: { job: TranscriptionJobWire }) {
  const [isOpened, setOpened] = useState(false);
  const remove = useDeleteJob();
  return (
    <div className="flex flex-wrap gap-3">
      {job.transcript_id && (
        <Button size="small" onClick={() => setOpened(true)}>
          Open the transcript
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        isBusy={remove.isPending}
        onClick={() => remove.mutate(job.id, { onError: toastError })}
      >
        Remove from the list
      </Button>
      {isOpened && job.transcript_id && (
        <TranscriptDialog id={job.transcript_id} onClose={() => setOpened(false)} />
      )}
    </div>
  );
}

const cancelQuestion = {
  title: 'Cancel the transcription?',
  description: 'The recording is deleted, and nothing is deducted from your plan.',
  confirmLabel: 'Cancel the transcription',
};

/** What it costs; a job that failed or was cancelled is free. */
function computeCost({ status, seconds }: TranscriptionJobWire): string | undefined {
  if (seconds === null || status === 'failed' || status === 'cancelled') return undefined;
  const verb = status === 'complete' ? 'Used' : 'Uses';
  return `${verb} ${formatSeconds(seconds)} of your plan.`;
}

function Job({ job }: { job: TranscriptionJobWire }) {
  const { status, seconds, seconds_done: done } = job;
  const cancel = useCancelJob();
  // Its length is known once the recording is decoded.
  const progress =
    status === 'running' && seconds !== null
      ? { done, total: seconds, format: formatClock }
      : undefined;
  return (
    <li className="border-t border-line px-5 py-3 first:border-t-0">
      <p className="font-medium wrap-anywhere">{job.file_name}</p>
      <LongWork
        label={`Transcribing ${job.file_name}`}
        status={jobStatusLabels[status]}
        progress={progress}
        summary={computeCost(job)}
        cancel={
          isUnfinished(job)
            ? { question: cancelQuestion, onCancel: () => cancel.mutateAsync(job.id) }
            : undefined
        }
      >
        {job.error && <p className="text-sm text-quiet">{transcriptionJobErrorTexts[job.error]}</p>}
        {!isUnfinished(job) && <EndedActions job={job} />}
      </LongWork>
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
