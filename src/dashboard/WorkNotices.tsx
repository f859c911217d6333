import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useBatchEnd } from '#areas/customs/ui/batches/use-batch-end.ts';
import { useJobEnd } from '#areas/speech/ui/transcribe/use-job-end.ts';
import { removeWork, useStartedWork, type WorkEnd } from '#client/started-work.ts';
import { toast } from '#ui/toast.ts';

type WorkKind = {
  kind: string;
  /** Undefined while the work runs, or while that is unknown. */
  useEnd: (id: string) => WorkEnd | undefined;
};

const kinds: readonly WorkKind[] = [
  { kind: 'batch', useEnd: useBatchEnd },
  { kind: 'transcription', useEnd: useJobEnd },
];

/** Longer than usual: the person is busy with something else. */
const durationMs = 15_000;

function Notice({ kind, useEnd, id }: WorkKind & { id: string }) {
  const end = useEnd(id);
  const navigate = useNavigate();
  useEffect(() => {
    if (end === undefined || !removeWork(kind, id) || end === null) return;
    const { tone, message, path } = end;
    const onSelect = () => navigate(path);
    toast[tone](message, {
      action: { label: 'Open', altText: 'Open it from its screen', onSelect },
      durationMs,
    });
  }, [kind, id, end, navigate]);
  return null;
}

const Notices = (work: WorkKind) =>
  useStartedWork(work.kind).map((id) => <Notice key={id} {...work} id={id} />);

/** Tells of the end of long work on whichever screen the person is. */
export const WorkNotices = () => kinds.map((work) => <Notices key={work.kind} {...work} />);
