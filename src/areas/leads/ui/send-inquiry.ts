import { call } from '#client/api.ts';
import type { ContactFormValues } from '../wire/leads.form.ts';
import { submitLead } from '../wire/leads.ts';
import { readCampaign } from './campaign.ts';

export type Inquiry = {
  values: ContactFormValues;
  /** The ids of uploaded files. */
  files: readonly string[];
  /** The value of the hidden field. */
  website: string;
  privacyVersion: string | undefined;
  /** Entered before a reload, so the duration is unknown. */
  isRestored: boolean;
};

/** The response does not confirm that the message arrived. */
export class EmptyResponseError extends Error {
  constructor() {
    super('Failed to send message');
  }
}

/**
 * Sends each inquiry once. After a lost connection it is unknown whether the message arrived, so
 * the same entries are sent as the same request with the same Idempotency-Key.
 */
export function createInquirySender() {
  let attempt: { entries: string; key: string; body: ReturnType<typeof createBody> } | undefined;
  return async (inquiry: Inquiry): Promise<void> => {
    const entries = JSON.stringify([inquiry.values, inquiry.files, inquiry.website]);
    if (attempt?.entries !== entries)
      attempt = { entries, key: createIdempotencyKey(), body: createBody(inquiry) };
    const response = await call(
      submitLead,
      { body: attempt.body },
      { idempotencyKey: attempt.key },
    );
    // A proxy may respond with 200 and its own page.
    if (response?.success !== true) throw new EmptyResponseError();
  };
}

function createBody({ values, files, website, privacyVersion, isRestored }: Inquiry) {
  const { isCompany, company = '', company_site = '', contact_value = '', ...rest } = values;
  const { origin, pathname, search } = window.location;
  const page = new URLSearchParams(search).get('about');
  const extra = {
    ...readCampaign(),
    ...(page && { page: page.slice(0, 300) }),
    ...(privacyVersion && { privacy_version: privacyVersion }),
  };
  return {
    ...rest,
    isCompany,
    company: isCompany ? company : '',
    company_site: isCompany ? company_site : '',
    contact_value: values.contact_type === 'email' ? '' : contact_value,
    site_url: `${origin}${pathname}${search}`.slice(0, 2000),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(files.length > 0 && { files: [...files] }),
    website,
    // Since navigation started: the first interaction may be what hydrates the page.
    ...(!isRestored && { elapsed_ms: Math.round(performance.now()) }),
  };
}

/** `crypto.randomUUID` is available on secure pages only. */
const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
