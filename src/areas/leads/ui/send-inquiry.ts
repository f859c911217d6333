import { call } from '#client/api.ts';
import { submitLead } from '../contract.ts';
import type { ContactFormValues } from '../lead-schema.ts';
import { readCampaign } from './campaign.ts';

export type Inquiry = {
  values: ContactFormValues;
  /** What stands in the field that people do not see. */
  website: string;
  privacyVersion: string | undefined;
  /** Typed before the page was loaded again: how long that took is not known. */
  isRestored: boolean;
};

/** Thrown when an answer came that does not say that the message arrived. */
export class NoAnswerData extends Error {
  constructor() {
    super('Failed to send message');
  }
}

/**
 * Sends inquiries so that each arrives once. When the connection is lost, nobody knows whether the
 * message arrived: sending the same entries again repeats the very same request under its key.
 */
export function createInquirySender() {
  let attempt: { entries: string; key: string; body: ReturnType<typeof bodyOf> } | undefined;
  return async (inquiry: Inquiry): Promise<void> => {
    const entries = JSON.stringify([inquiry.values, inquiry.website]);
    if (attempt?.entries !== entries) attempt = { entries, key: newKey(), body: bodyOf(inquiry) };
    const answer = await call(submitLead, { body: attempt.body }, { idempotencyKey: attempt.key });
    // A proxy's page may come with 200 and no data.
    if (answer?.success !== true) throw new NoAnswerData();
  };
}

function bodyOf({ values, website, privacyVersion, isRestored }: Inquiry) {
  const { isCompany, company = '', company_site = '', ...rest } = values;
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
    site_url: `${origin}${pathname}${search}`.slice(0, 2000),
    ...(Object.keys(extra).length > 0 && { extra }),
    website,
    // Since the page began: it may be hydrated by the very touch that fills it in.
    ...(!isRestored && { elapsed_ms: Math.round(performance.now()) }),
  };
}

/** `crypto.randomUUID` exists on secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
