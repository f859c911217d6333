import { type Ref, useImperativeHandle, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/LeaveDialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { SegmentWire } from '../../contract.ts';
import { sayClock } from '../speech-words.ts';

/** Asks first, where corrected words would be lost. */
export type OpenEditor = { ask: (act: () => void) => void };

type SegmentEditorProps = {
  ref?: Ref<OpenEditor> | undefined;
  segments: readonly SegmentWire[];
  /** Those whose words changed. */
  onSave: (changed: { id: number; text: string }[]) => Promise<unknown> | unknown;
  onClose: () => void;
};

/** Corrects the words; the times stay. */
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
      setFailure(messageOf(error));
      setSaving(false);
    }
  }

  return (
    <div className="grid gap-4">
      {failure && <Banner tone="error">{failure}</Banner>}
      {segments.map(({ id, start }) => (
        <TextArea
          key={id}
          label={`From ${sayClock(start)}`}
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
