// Where a provider may send people back to: a stranger's address would make us an open redirect.
import { InvalidInput } from '#kernel/http/errors.ts';

/** An absolute address of an allowed origin; null stays null. Throws InvalidInput on the field. */
export function readReturnUrl(
  field: string,
  text: string | null,
  allowed: readonly string[],
): string | null {
  if (text === null || text.trim() === '') return null;
  const [site] = allowed;
  // Browsers read a backslash as a slash: //evil.example in disguise.
  const address = text.includes('\\') ? null : URL.parse(text.trim(), site);
  const origins = allowed.map((one) => new URL(one).origin);
  if (!address || address.username || address.password || !origins.includes(address.origin))
    throw new InvalidInput({ [field]: ['Use an address of this site.'] });
  return address.href;
}
