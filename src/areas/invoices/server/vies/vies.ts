// Asks VIES, the register of VAT numbers of the EU, whether a number is registered. With our own
// number it returns a consultation number, which proves to a tax office that we asked.
import { z } from 'zod';
import { isCallFailure } from '#kernel/outbound/call-failure.ts';
import { userAgent } from '#kernel/outbound/user-agent.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { splitVatNumber } from '../../wire/tax-numbers.form.ts';
import type { InvoicesConfig } from '../config.ts';
import type { Seller } from '../seller/seller.ts';

export type ViesAnswer =
  | { status: 'registered' | 'unknown'; consultation: string }
  /** A member state's register is often down for hours: no answer says nothing. */
  | { status: 'unconfirmed' };
/** Undefined for numbers that are not of the EU. */
export type Vies = (number: string) => Promise<ViesAnswer | undefined>;

/** Called whenever VIES was asked with our own number: why it refused that, or null. */
export type ReportRefusal = (reason: string | null) => Promise<void>;

const timeoutMs = 8000;

/** VIES knows our own number not (yet), or not under this member state. */
const requesterRefused = 'INVALID_REQUESTER_INFO';

// Errors such as MS_UNAVAILABLE come with status 200 and `isValid: false`.
const answer = z.object({
  isValid: z.boolean(),
  userError: z.string(),
  requestIdentifier: z.string().nullish(),
});
type Reply = z.output<typeof answer>;

/** Undefined when it is not configured. */
export function createVies(
  { VIES_URL }: InvoicesConfig,
  seller: Pick<Seller, 'taxNumbers'>,
  report: ReportRefusal,
): Vies | undefined {
  if (!VIES_URL) return undefined;
  const requester = seller.taxNumbers
    .map(({ number }) => splitVatNumber(number))
    .find((one) => one !== undefined);
  return async (number) => {
    const parts = splitVatNumber(number);
    if (!parts) return undefined;
    const url = `${VIES_URL}/ms/${parts.country}/vat/${parts.number}`;
    if (!requester) return readVerdict(await ask(url));
    const own = `requesterMemberStateCode=${requester.country}&requesterNumber=${requester.number}`;
    const reply = await ask(`${url}?${own}`);
    if (reply?.userError !== requesterRefused) {
      if (isVerdict(reply)) await report(null);
      return readVerdict(reply);
    }
    // Our fault, so customers must not suffer: the answer lacks a consultation number then.
    await report(reply.userError);
    return readVerdict(await ask(url));
  };
}

const isVerdict = (reply: Reply | undefined): reply is Reply =>
  reply?.userError === 'VALID' || reply?.userError === 'INVALID';

const readVerdict = (reply: Reply | undefined): ViesAnswer =>
  isVerdict(reply)
    ? {
        status: reply.isValid ? 'registered' : 'unknown',
        consultation: reply.requestIdentifier ?? '',
      }
    : { status: 'unconfirmed' };

/** Undefined without a response that can be read. */
async function ask(url: string): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': userAgent },
      signal: createTimeout(timeoutMs),
    });
    return response.ok ? answer.safeParse(await response.json()).data : undefined;
  } catch (error) {
    const isNoJson = error instanceof SyntaxError;
    if (!isNoJson && !isCallFailure(error)) throw error;
    return undefined;
  }
}
