// Addresses of providers' lists: formats, limits, and why a refresh fails.

/** `auto` tells them apart by the first characters. */
export const listFormats = ['auto', 'plain', 'csv', 'json'] as const;
export type ListFormat = (typeof listFormats)[number];

export const refreshMinutesMin = 5;
export const refreshMinutesMax = 1440;
export const refreshMinutesDefault = 60;
export const missedRefreshesMax = 100;
export const sourceNameMax = 100;

/** Failed refreshes in a row after which people are notified. */
export const failuresBeforeMail = 3;

/** Why a refresh failed, and what to do about it. The last good list stays in use. */
export const sourceErrors = {
  unreachable: 'The address could not be reached. Check it, or wait for the provider.',
  name_not_found: 'The host name of the address does not exist. Correct the address.',
  private_address: 'The address leads to a private network. Use a public one.',
  tls_failed: 'The TLS connection failed. Check the certificate of the address.',
  timeout: 'The list did not arrive in time. Ask for a shorter list, or wait for the provider.',
  unauthorized: 'The provider refuses access. Check the address and the Authorization header.',
  not_found: 'The provider has no list at this address. Copy the address again.',
  throttled: 'The provider refuses so many requests. Refresh less often.',
  refused: 'The provider returned an error. If this continues, ask the provider.',
  too_many_redirects: 'The address redirects too often. Enter the address that it leads to.',
  too_large: 'The list is larger than 4 MB or 10,000 proxies. Ask for a part of it.',
  empty: 'The list is empty. Check with the provider.',
  not_a_list: 'Most of the answer is not a list of proxies. Check address and format.',
  secrets_lost: 'The address can no longer be decrypted. Delete the source and create it again.',
} as const;
export type SourceError = keyof typeof sourceErrors;
export const sourceErrorNames = Object.keys(sourceErrors) as SourceError[];
