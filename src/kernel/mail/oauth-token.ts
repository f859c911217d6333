// The login by OAuth2 for a mail server that takes no passwords: Microsoft 365, by the client
// credentials of an application. https://learn.microsoft.com/exchange/client-developer/
// legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
import { z } from 'zod';
import type { Config } from '#kernel/config.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';

export type MailOauthConfig = Pick<
  Config,
  | 'MAIL_OAUTH_TENANT'
  | 'MAIL_OAUTH_CLIENT_ID'
  | 'MAIL_OAUTH_CLIENT_SECRET'
  | 'MAIL_OAUTH_URL'
  | 'MAIL_OAUTH_SCOPE'
>;

export type OauthTokens = {
  /** A valid token: the last one until shortly before it expires. Throws OauthError. */
  read(): Promise<string>;
  /**
   * The mail server refused the last token. False when that token was new, so that its age is not
   * the reason.
   */
  drop(): boolean;
};

/** Words for operators; they contain no secret. */
export class OauthError extends Error {}

/** Of Microsoft's cloud; those of some countries have addresses of their own. */
const microsoft = {
  url: 'https://login.microsoftonline.com',
  scope: 'https://outlook.office365.com/.default',
};
const renewBeforeMs = 2 * minuteMs;
/** A younger token is not requested again: the refusal has another reason. */
const newMs = minuteMs;
const timeoutMs = 10 * secondMs;
const reasonLengthMax = 200;

const tokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

type Token = { text: string; fetchedMs: number; lastsMs: number };

export function createOauthTokens(
  config: MailOauthConfig,
  /** Milliseconds of a clock that only moves forward. */
  now: () => number,
): OauthTokens {
  let last: Token | null = null;
  let fetching: Promise<Token> | null = null;
  const isValid = ({ fetchedMs, lastsMs }: Token) => now() < fetchedMs + lastsMs - renewBeforeMs;
  return {
    async read() {
      if (last && isValid(last)) return last.text;
      fetching ??= fetchToken(config, now()).finally(() => {
        fetching = null;
      });
      last = await fetching;
      return last.text;
    },
    drop() {
      if (!last || now() - last.fetchedMs < newMs) return false;
      last = null;
      return true;
    },
  };
}

async function fetchToken(config: MailOauthConfig, fetchedMs: number): Promise<Token> {
  const url = `${config.MAIL_OAUTH_URL ?? microsoft.url}/${config.MAIL_OAUTH_TENANT}/oauth2/v2.0/token`;
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: config.MAIL_OAUTH_CLIENT_ID ?? '',
      client_secret: config.MAIL_OAUTH_CLIENT_SECRET ?? '',
      scope: config.MAIL_OAUTH_SCOPE ?? microsoft.scope,
    }),
    redirect: 'error',
    signal: createTimeout(timeoutMs),
  }).catch((error: Error) => {
    throw new OauthError(`${new URL(url).host} did not answer (${error.message})`);
  });
  const body: unknown = await response.json().catch(() => null);
  const read = tokenResponse.safeParse(body);
  if (response.ok && read.success)
    return { text: read.data.access_token, fetchedMs, lastsMs: read.data.expires_in * secondMs };
  throw new OauthError(describeRefusal(response.status, body));
}

/** The first line of a description of Microsoft names the cause; the others are of its log. */
function describeRefusal(status: number, body: unknown): string {
  const { data } = refusal.safeParse(body);
  const reason = data ? (data.error_description?.split(/\r?\n/)[0] ?? data.error) : 'no token';
  return `${status} ${reason}`.slice(0, reasonLengthMax).replace(/\.$/, '');
}
