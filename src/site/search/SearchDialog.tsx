import { useState } from 'react';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { SearchPanel } from './SearchPanel.tsx';

export type SearchDialogProps = { onClose: () => void };

export function SearchDialog({ onClose }: SearchDialogProps) {
  const [words, setWords] = useState('');
  return (
    <Dialog isOpen onOpenChange={onClose} title="Search" size="medium" isAtTop>
      <SearchPanel words={words} onWordsChange={setWords} onOpen={onClose} hasFocus />
    </Dialog>
  );
}
