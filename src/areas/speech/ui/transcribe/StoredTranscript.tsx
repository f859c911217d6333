import { Trash2 } from 'lucide-react';
import { type Ref, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toast.ts';
import type { TranscriptWire } from '../../wire/index.ts';
import { useChangeTranscript, useDeleteTranscript, useTranscript } from '../queries.ts';
import { formatVoiceLanguage } from '../speech-format.ts';
import { RenameForm } from './RenameForm.tsx';
import type { EditorHandle } from './SegmentEditor.tsx';
import { TranscriptView } from './TranscriptView.tsx';

type TranscriptProps = {
  transcript: TranscriptWire;
  editor: Ref<EditorHandle>;
  onGone: () => void;
};

function Transcript({ transcript, editor, onGone }: TranscriptProps) {
  const [isRenaming, setRenaming] = useState(false);
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
        <RelativeTime value={transcript.created_at} />, {formatClock(transcript.duration)}
        {transcript.language && `, ${formatVoiceLanguage(transcript.language)}`}, by{' '}
        {transcript.model}
      </p>
      {isRenaming && <RenameForm transcript={transcript} onClose={() => setRenaming(false)} />}
      <TranscriptView
        parts={transcript}
        name={transcript.title}
        onSave={(segments) => change.mutateAsync({ segments })}
        editor={editor}
      >
        {!isRenaming && (
          <Button size="small" variant="quiet" onClick={() => setRenaming(true)}>
            Rename
          </Button>
        )}
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

type StoredTranscriptProps = Omit<TranscriptProps, 'transcript'> & { id: string };

/** A stored transcript, with what can be done with it. */
export function StoredTranscript({ id, editor, onGone }: StoredTranscriptProps) {
  const { data, error, isPending, isFetching, refetch } = useTranscript(id);
  return (
    <>
      {isPending && <Skeleton linesCount={4} />}
      {error && !data && (
        <LoadError message={errorMessage(error)} onRetry={refetch} isRetrying={isFetching} />
      )}
      {data && <Transcript transcript={data} editor={editor} onGone={onGone} />}
    </>
  );
}
