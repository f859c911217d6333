import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

// The wire promises to take these as they are, whatever numbering plan they belong to.
const bareDigits = /^\+?[1-9]\d{0,15}$/;

/**
 * A number with its country code, as people write it, in E.164: `+1 (415) 555-0132` and
 * `001 415 555 0132` are `+14155550132`. Digits that no numbering plan knows stay as they are. Null
 * for what is no number, and for one with an extension, which E.164 has no place for.
 */
export function readPhoneNumber(text: string): string | null {
  const international = text.replace(/^00/, '+');
  const number = parsePhoneNumberFromString(international, { extract: false });
  if (number?.isValid()) return number.ext ? null : number.number;
  return text === '' || bareDigits.test(text) ? text : null;
}
