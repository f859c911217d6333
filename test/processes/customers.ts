// Actions of customers on a process: over HTTP, with the code from their e-mail.
import { vi } from 'vitest';
import { scaledMs } from '../time-limits.ts';
import type { AppProcess } from './app-process.ts';

type ReadMail = (email: string) => string | undefined | Promise<string | undefined>;

/** Signs in with the code of the e-mail that `readMail` finds; returns the access token. */
export async function signIn(app: AppProcess, email: string, readMail: ReadMail): Promise<string> {
  const response = await app.call('POST', '/apix/accounts/otp/request/', { body: { email } });
  if (response.status !== 200) throw new Error(`no code: ${JSON.stringify(response)}`);
  const otp = await vi.waitFor(
    async () => {
      const [code] = /\b\d{6}\b/.exec((await readMail(email)) ?? '') ?? [];
      if (!code) throw new Error(`No code came to ${email}.`);
      return code;
    },
    { timeout: scaledMs(15_000), interval: 20 },
  );
  const signedIn = await app.call('POST', '/apix/accounts/otp/verify/', { body: { email, otp } });
  return String(signedIn.body.access);
}

export const createInquiry = (email: string) => ({
  name: 'Ada Customer',
  email,
  isCompany: false,
  company: '',
  company_site: '',
  contact_type: 'email',
  contact_value: '',
  subject: 'A question',
  message: `A question from ${email}.`,
  site_url: 'https://weftline.example.com/contact',
});
