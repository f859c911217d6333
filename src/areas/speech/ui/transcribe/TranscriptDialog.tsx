import { useRef } from 'react';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { useTranscript } from '../queries.ts';
import type { EditorHandle } from './SegmentEditor.tsx';
import { StoredTranscript } from './StoredTranscript.tsx';

/** A saved transcript. */
export function TranscriptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useTranscript(id);
  const editor = useRef<EditorHandle>(null);
  const close = () => (editor.current ? editor.current.ask(onClose) : onClose());
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={data?.title ?? 'Transcript'}
      size="large"
    >
      <StoredTranscript id={id} editor={editor} onGone={onClose} />
    </Dialog>
  );
}
