// What went wrong between us and the mail server, for operators. Of responses, the codes only: their
// text may quote the mail.
import { OauthError } from './oauth-token.ts';

/** An error of nodemailer; with `responseCode` when the server responded. */
export type SmtpError = Error & {
  code?: string;
  /** Of the system, such as `ECONNREFUSED`, where `code` is of nodemailer. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

/** Such as `535 5.7.8 EAUTH`. */
export function formatCodes({ code = 'error', responseCode, response }: SmtpError): string {
  const detail = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1];
  return [responseCode, detail, code].filter(Boolean).join(' ');
}

/** Exchange Online says it where passwords are switched off for all, or for the mailbox. */
const passwordsOff = /\b5\.7\.139\b|SmtpClientAuthentication is disabled/i;

/** Of OpenSSL and of Node. */
const tlsCodes = /CERT|_TLS_|_SSL_|^UNABLE_TO/;

/** Null when it is not about the connection or the login. */
export function describeConnectionFailure(error: SmtpError): string | null {
  const codes = formatCodes(error);
  if (error instanceof OauthError) return `No token for the mail server: ${error.message}.`;
  if (error.code === 'ETLS' && error.responseCode)
    return `The mail server does not encrypt (${codes}): use its port for smtps://, or in a private network add ?requireTLS=false to MAIL_URL.`;
  const cause = error.originalCode ?? error.code ?? 'error';
  if (error.code === 'ETLS' || tlsCodes.test(cause))
    return `The encryption failed (${cause}): is the certificate valid for the host?`;
  if (passwordsOff.test(error.response ?? ''))
    return `The mail server takes no passwords (${codes}): set MAIL_OAUTH_TENANT and the others.`;
  if (error.code === 'EAUTH')
    return `The mail server refused the login of MAIL_URL (${codes}): check user and password, or what the application of MAIL_OAUTH_CLIENT_ID may do.`;
  if (!error.responseCode) return `No response from the mail server (${cause}).`;
  return null;
}

/** Whether a newer token may help. */
export const isRefusedLogin = ({ code, responseCode }: SmtpError): boolean =>
  code === 'EAUTH' && responseCode === 535;
