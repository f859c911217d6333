import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { TranscriptWire } from '../../contract.ts';
import { useChangeTranscript, useDeleteTranscript, useTranscript } from '../queries.ts';
import { sayClock, sayLanguage } from '../speech-words.ts';
import { TranscriptView } from './TranscriptView.tsx';

function Transcript({ transcript, onGone }: { transcript: TranscriptWire; onGone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const change = useChangeTranscript(transcript.id);
  const remove = useDeleteTranscript();

  async function confirm() {
    await remove.mutateAsync(transcript.id);
    toast.success('The transcript is deleted.');
    onGone();
  }

  return (
    <>
      <p className="mb-4 text-sm text-quiet">
        <RelativeTime value={transcript.created_at} />, {sayClock(transcript.duration)}
        {transcript.language && `, ${sayLanguage(transcript.language)}`}, by {transcript.model}
      </p>
      <TranscriptView
        parts={transcript}
        name={transcript.title}
        onSave={(segments) => change.mutateAsync({ segments })}
      >
        <Button
          size="small"
          variant="quiet"
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </TranscriptView>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${transcript.title}?`}
        description="Its text and times are removed. This can't be undone."
        confirmLabel="Delete transcript"
        busyLabel="Deleting..."
        tone="danger"
        onConfirm={confirm}
      />
    </>
  );
}

/** One kept transcript: read, corrected, downloaded, deleted. */
export function TranscriptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useTranscript(id);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={data?.title ?? 'Transcript'}
      size="large"
    >
      {isPending && <Skeleton linesCount={4} />}
      {error && !data && (
        <LoadError message={messageOf(error)} onRetry={refetch} isRetrying={isFetching} />
      )}
      {data && <Transcript transcript={data} onGone={onClose} />}
    </Dialog>
  );
}
