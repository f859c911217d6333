import { useState } from 'react';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { loadDraft, saveDraft } from './message-drafts.ts';

/**
 * Text that the tab stores until it is sent: leaving the screen loses nothing, and the browser asks
 * before the tab is closed. `stored` is the text before any change.
 */
export function useDraftText(draftKey: string, stored = '') {
  const [text, setText] = useState(() => loadDraft(draftKey) || stored);
  useUnloadPrompt(text !== stored);
  function change(next: string) {
    setText(next);
    saveDraft(draftKey, next === stored ? '' : next);
  }
  return { text, change, clearDraft: () => saveDraft(draftKey, '') };
}
