import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { announce } from './focus/announce.ts';
import { toast } from './toast.ts';

export type CopyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'isIconOnly' | 'className'> & {
  value: string;
  /** Names what is copied: "Copy key". */
  label?: string;
};

const copiedMs = 2000;

export function CopyButton({ value, label = 'Copy', ...look }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce('Copied');
    } catch {
      // The clipboard needs a secure page and the browser's consent.
      toast.error("Couldn't copy. Select the text and copy it manually.");
    }
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <Button {...look} icon={<Icon size={16} aria-hidden />} onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
