import { pageBytesId, pageBytesMark } from './page-bytes.ts';

let printed: string | null = null;

/** As printed in the page; null for people who came from another page and did not load this one. */
export function readPageBytes(): string | null {
  if (typeof document === 'undefined') return pageBytesMark;
  printed ??= document.getElementById(pageBytesId)?.textContent ?? null;
  return printed;
}
