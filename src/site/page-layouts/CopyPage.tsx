import { useState } from 'react';
import { announce } from '#ui/focus/announce.ts';
import { toast } from '#ui/toast.ts';
import { markdownPath } from '../metadata/markdown-path.ts';
import { useAddress } from '../navigation/use-address.ts';

/** The clipboard waits for the text: after an answer of the server Safari would refuse to write. */
async function copyMarkdown(address: string): Promise<void> {
  const load = async () => {
    const response = await fetch(markdownPath(address));
    if (!response.ok) throw new Error(`The page has no Markdown: ${response.status}`);
    return new Blob([await response.text()], { type: 'text/plain' });
  };
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': load() })]);
}

/** Copies the page as Markdown, or leads to it. */
export function CopyPage() {
  const address = useAddress();
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    try {
      await copyMarkdown(address);
      setCopied(address);
      announce('Copied');
    } catch {
      toast.error("Couldn't copy. Open the Markdown and copy it manually.");
    }
  };
  return (
    <p data-markdown="skip" className="mt-4 flex flex-wrap gap-x-4 text-sm">
      <button
        type="button"
        onClick={copy}
        className="link min-h-6 pointer-coarse:min-h-11 noscript:hidden"
      >
        {copied === address ? 'Copied' : 'Copy for an assistant'}
      </button>
      <a
        href={markdownPath(address)}
        className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
      >
        Markdown
      </a>
    </p>
  );
}
