import { type Ref, useImperativeHandle, useState } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatClock } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import type { SegmentWire } from '../../wire/index.ts';

/** Runs the action, after confirmation if there are unsaved corrections. */
export type EditorHandle = { ask: (act: () => void) => void };

type SegmentEditorProps = {
  ref?: Ref<EditorHandle> | undefined;
  segments: readonly SegmentWire[];
  /** Gets the changed segments only. */
  onSave: (changed: { id: number; text: string }[]) => Promise<unknown> | unknown;
  onClose: () => void;
};

/** Edits the text of segments. Times stay the same. */
export function SegmentEditor({ ref, segments, onSave, onClose }: SegmentEditorProps) {
  const [texts, setTexts] = useState(() => new Map(segments.map(({ id, text }) => [id, text])));
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const changed = segments.filter(({ id, text }) => texts.get(id) !== text);
  const guard = useLeaveGuard(changed.length > 0 && !isSaving);
  useImperativeHandle(ref, () => ({ ask: guard.ask }));

  async function save() {
    setSaving(true);
    setFailure(undefined);
    try {
      await onSave(changed.map(({ id }) => ({ id, text: texts.get(id) ?? '' })));
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setSaving(false);
    }
  }

  return (
    <div className="grid gap-4">
      {failure && <Banner tone="error">{failure}</Banner>}
      {segments.map(({ id, start }) => (
        <TextArea
          key={id}
          label={`From ${formatClock(start)}`}
          rows={2}
          maxLength={10_000}
          value={texts.get(id) ?? ''}
          onChange={(event) => setTexts(new Map(texts).set(id, event.target.value))}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={save} isBusy={isSaving} busyLabel="Saving...">
          Save words
        </Button>
        <Button variant="quiet" onClick={() => guard.ask(onClose)}>
          Cancel
        </Button>
      </div>
      <LeaveDialog guard={guard}>Your corrections are not saved and will be lost.</LeaveDialog>
    </div>
  );
}
