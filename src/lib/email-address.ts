/** One plain address with an ASCII domain; top-level domains of other scripts are `xn--...`. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;

/** What would make a part of a URL other than its host, or is decoded in one. */
const notInHost = /[\s:/?#\\%@[\]]/;

/** The domain in ASCII (punycode); null when it is none. */
function toAsciiDomain(domain: string): string | null {
  if (notInHost.test(domain)) return null;
  return URL.parse(`http://${domain}`)?.hostname ?? null;
}

/**
 * An address as it is stored and compared: trimmed, in lower case, the domain in ASCII. What has no
 * domain that converts is returned without a domain, so that `emailPattern` refuses it.
 */
export function normalizeEmail(text: string): string {
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + (toAsciiDomain(address.slice(at)) ?? '');
}

/** Why an address is refused. Mail servers reach names of other scripts only rarely. */
export const explainInvalidEmail = (text: string): string =>
  /[^\p{ASCII}]/u.test(text.slice(0, text.lastIndexOf('@') + 1))
    ? 'Use only Latin letters without accents before the @: we can not send mail to other names.'
    : 'Enter a valid email address.';
