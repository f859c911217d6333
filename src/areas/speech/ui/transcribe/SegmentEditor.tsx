import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { SegmentWire } from '../../contract.ts';
import { type AskFirst, LeaveQuestion } from '../LeaveQuestion.tsx';
import { sayClock } from '../speech-words.ts';

type SegmentEditorProps = {
  ref?: Ref<AskFirst> | undefined;
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
  const question = useRef<AskFirst>(null);
  const ask = (act: () => void) => (question.current ? question.current.ask(act) : act());
  useImperativeHandle(ref, () => ({ ask }));

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
        <Button variant="quiet" onClick={() => ask(onClose)}>
          Cancel
        </Button>
      </div>
      {changed.length > 0 && !isSaving && (
        <LeaveQuestion
          ref={question}
          title="Leave without saving?"
          confirmLabel="Leave without saving"
        >
          Your corrections are not saved and will be lost.
        </LeaveQuestion>
      )}
    </div>
  );
}
