import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

// The API accepts these unchanged, whatever their numbering plan.
const bareDigits = /^\+?[1-9]\d{0,15}$/;

/**
 * Converts to E.164: `+1 (415) 555-0132` and `001 415 555 0132` become `+14155550132`. Digits of no
 * known numbering plan stay unchanged. Null for anything that is not a number, and for a number
 * with an extension, which E.164 can't express.
 */
export function parsePhoneNumber(text: string): string | null {
  const international = text.replace(/^00/, '+');
  const number = parsePhoneNumberFromString(international, { extract: false });
  if (number?.isValid()) return number.ext ? null : number.number;
  return text === '' || bareDigits.test(text) ? text : null;
}
