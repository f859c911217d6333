import { useState } from 'react';
import { useUnloadQuestion } from '#client/use-leave-guard.ts';
import { readDraft, saveDraft } from './message-drafts.ts';

/**
 * A text that the tab keeps until it is sent: leaving the screen loses nothing, and closing the tab
 * asks first. `stored` is what it was before anybody typed.
 */
export function useDraftText(draftKey: string, stored = '') {
  const [text, setText] = useState(() => readDraft(draftKey) || stored);
  useUnloadQuestion(text !== stored);
  function change(next: string) {
    setText(next);
    saveDraft(draftKey, next === stored ? '' : next);
  }
  return { text, change, clearDraft: () => saveDraft(draftKey, '') };
}
