// Return addresses for providers: foreign origins would make this an open redirect.
import { InvalidInput } from '#kernel/http/errors.ts';

/** An absolute URL of an allowed origin, or null. Throws InvalidInput for the field. */
export function readReturnUrl(
  field: string,
  text: string | null,
  allowed: readonly string[],
): string | null {
  if (text === null || text.trim() === '') return null;
  const [site] = allowed;
  // Browsers read a backslash as a slash: \\evil.example is //evil.example.
  const address = text.includes('\\') ? null : URL.parse(text.trim(), site);
  const origins = allowed.map((one) => new URL(one).origin);
  if (!address || address.username || address.password || !origins.includes(address.origin))
    throw new InvalidInput({ [field]: ['Use an address of this site.'] });
  return address.href;
}
