import { InvalidInput } from '#kernel/http/errors.ts';
import { AddressError } from '#kernel/outbound/address-guard.ts';
import type { Webhooks } from '../webhooks.ts';

/**
 * Only https, without a login, and not in a private network. A name that does not resolve yet is
 * accepted: every delivery checks it again.
 */
export async function checkUrl({ kernel, guard }: Webhooks, text: string): Promise<string> {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !kernel.config.WEBHOOKS_ALLOW_PRIVATE)
    throw refuse('Use an address that begins with https://.');
  if (url.username || url.password)
    throw refuse('Leave out user name and password: deliveries are signed instead.');
  url.hash = '';
  try {
    await guard.resolveHost(url.hostname);
  } catch (error) {
    if (error instanceof AddressError && error.reason === 'address_refused')
      throw refuse('This address leads to a private network. Use a public one.');
  }
  return url.href;
}

const refuse = (message: string) => new InvalidInput({ url: [message] });
