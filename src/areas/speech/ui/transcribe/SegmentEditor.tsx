import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { SegmentWire } from '../../contract.ts';
import { sayClock } from '../speech-words.ts';

type SegmentEditorProps = {
  segments: readonly SegmentWire[];
  /** Those whose words changed. */
  onSave: (changed: { id: number; text: string }[]) => Promise<unknown> | unknown;
  onClose: () => void;
};

/** Corrects the words; the times stay. */
export function SegmentEditor({ segments, onSave, onClose }: SegmentEditorProps) {
  const [texts, setTexts] = useState(() => new Map(segments.map(({ id, text }) => [id, text])));
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    setFailure(undefined);
    const changed = segments.filter(({ id, text }) => texts.get(id) !== text);
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
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
