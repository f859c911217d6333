// Asks VIES, the register of VAT numbers of the EU, whether a number is registered. With our own
// number it returns a consultation number, which proves to a tax office that we asked.
import { z } from 'zod';
import type { Config } from '#kernel/config.ts';
import { isCallFailure } from '#kernel/outbound/call-failure.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { splitVatNumber } from '../../wire/tax-numbers.form.ts';
import type { Seller } from '../seller/seller.ts';

export type ViesAnswer =
  | { status: 'registered' | 'unknown'; consultation: string }
  /** A member state's register is often down for hours: no answer says nothing. */
  | { status: 'unconfirmed' };
/** Undefined for numbers that are not of the EU. */
export type Vies = (number: string) => Promise<ViesAnswer | undefined>;

const timeoutMs = 8000;

// Errors such as MS_UNAVAILABLE come with status 200 and `isValid: false`.
const answer = z.object({
  isValid: z.boolean(),
  userError: z.string(),
  requestIdentifier: z.string().nullish(),
});

/** Undefined when it is not configured. */
export function createVies(
  { VIES_URL }: Pick<Config, 'VIES_URL'>,
  seller: Pick<Seller, 'taxNumbers'>,
): Vies | undefined {
  if (!VIES_URL) return undefined;
  const asking = seller.taxNumbers
    .map(({ number }) => splitVatNumber(number))
    .find((one) => one !== undefined);
  return async (number) => {
    const asked = splitVatNumber(number);
    if (!asked) return undefined;
    const url = new URL(`${VIES_URL}/ms/${asked.country}/vat/${asked.number}`);
    if (asking) {
      url.searchParams.set('requesterMemberStateCode', asking.country);
      url.searchParams.set('requesterNumber', asking.number);
    }
    return ask(url);
  };
}

async function ask(url: URL): Promise<ViesAnswer> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: createTimeout(timeoutMs),
    });
    const read = answer.safeParse(response.ok ? await response.json() : undefined);
    const found = read.data;
    if (!found || !['VALID', 'INVALID'].includes(found.userError)) return { status: 'unconfirmed' };
    const consultation = found.requestIdentifier ?? '';
    return { status: found.isValid ? 'registered' : 'unknown', consultation };
  } catch (error) {
    const isNoJson = error instanceof SyntaxError;
    if (!isNoJson && !isCallFailure(error)) throw error;
    return { status: 'unconfirmed' };
  }
}
