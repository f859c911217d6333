// The connection to the mail server: encryption, and the login by password or by OAuth2.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { type SmtpLogin, startSmtpServer } from '#test/fakes/smtp-server.ts';
import { checkMailServer } from './check-mail-server.ts';
import { describeConnectionFailure, type SmtpError } from './mail-failure.ts';
import { createOauthTokens } from './oauth-token.ts';
import { needsTls, openMailTransport } from './transport.ts';

const message = (id: string, isUrgent = false) => ({
  id,
  isUrgent,
  messageId: `<${id}@site.example>`,
  subject: id,
  html: id,
  text: id,
  from: { address: 'a@site.example' },
  to: { address: 'b@site.example' },
});

type Options = { oauth?: object; query?: string; encrypts?: boolean; now?: () => number };
async function open(login: SmtpLogin, options: Options = {}) {
  const { oauth = {}, query = '', encrypts, now } = options;
  const smtp = await startSmtpServer(0, async () => {}, login, encrypts);
  const user = `mailbox%40site.example${options.oauth ? '' : ':secret'}`;
  const MAIL_URL = `${smtp.url.replace('//', `//${user}@`)}${query}`;
  const transport = openMailTransport({ MAIL_URL, DATA_DIR: '/nonexistent', ...oauth }, now);
  onTestFinished(async () => {
    transport.close();
    await smtp.stop();
  });
  return { smtp, transport };
}
const readFailure = (sent: Promise<void>) =>
  sent.then(
    () => null,
    (error: SmtpError) => describeConnectionFailure(error),
  );

describe('encryption', () => {
  test.each([
    ['smtp://mail.example.com:587', true],
    ['smtp://user:pass@10.0.0.5', true],
    ['smtp://mail.example.com?requireTLS=false', false],
    ['smtps://mail.example.com', false],
    ['smtp://localhost:1025', false],
    ['smtp://127.0.0.1:1025', false],
    ['smtp://[::1]:1025', false],
  ])('of %s is required: %s', (url, isRequired) => {
    expect(needsTls(url)).toBe(isRequired);
  });

  test('comes before the password', async () => {
    const seen: boolean[] = [];
    const login: SmtpLogin = (_, isEncrypted) => {
      seen.push(isEncrypted);
      return null;
    };
    const query = '?requireTLS=true&tls.rejectUnauthorized=false';
    const { transport } = await open(login, { query, encrypts: true });
    await transport.check();
    expect(seen).toEqual([true]);
    const strict = await open(login, { query: '?requireTLS=true', encrypts: true });
    expect(await readFailure(strict.transport.check())).toBe(
      'The encryption failed (DEPTH_ZERO_SELF_SIGNED_CERT): is the certificate valid for the host?',
    );
    expect(seen).toEqual([true]);
  });

  test('that is missing is named, and no password is sent', async () => {
    const logins: unknown[] = [];
    const login: SmtpLogin = (one) => {
      logins.push(one);
      return null;
    };
    const { transport } = await open(login, { query: '?requireTLS=true' });
    expect(await readFailure(transport.check())).toMatch(
      /^The mail server does not encrypt \(50\d.*ETLS\): .* \?requireTLS=false to MAIL_URL\.$/,
    );
    expect(logins).toEqual([]);
  });
});

describe('a password', () => {
  const wrong = 'The mail server refused the login of MAIL_URL (535 5.7.8 EAUTH)';
  test.each([
    ['that is right', null, null],
    ['that is wrong', '5.7.8 Bad credentials', expect.stringContaining(wrong)],
    [
      'that a server takes from nobody',
      '5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
      expect.stringMatching(/takes no passwords \(535 5\.7\.139 EAUTH\): set MAIL_OAUTH_TENANT/),
    ],
  ])('%s is checked without a mail', async (_, refusal, expected) => {
    const logins: object[] = [];
    const { smtp, transport } = await open((login) => {
      logins.push(login);
      return refusal;
    });
    expect(await readFailure(transport.check())).toEqual(expected);
    expect(logins).toEqual([{ user: 'mailbox@site.example', password: 'secret' }]);
    expect(smtp.received).toEqual([]);
  });
});

describe('a check of the mail server', () => {
  const check = (MAIL_URL: string | undefined, checkServer: () => Promise<void>) =>
    checkMailServer({ mail: { checkServer }, config: { MAIL_URL } });

  test('names the host, the login and what is wrong', async () => {
    const url = 'smtp://mailbox%40site.example:secret@mail.example.com:587';
    expect(await check(url, async () => {})).toEqual({
      state: 'ok',
      message: 'mail.example.com:587 accepts the login of mailbox@site.example.',
    });
    const { transport } = await open(() => '5.7.8 Bad credentials');
    const refused = await check(url, transport.check);
    expect(refused).toMatchObject({ state: 'down' });
    expect(refused.message).toMatch(/^mail\.example\.com:587: .* refused the login of MAIL_URL/);
  });

  test('needs an address', async () => {
    const wrong = () => Promise.reject(new Error('called'));
    expect(await check(undefined, wrong)).toMatchObject({ state: 'off' });
  });
});

describe('OAuth2', () => {
  let endpoint: TestHttpServer;
  const path = 'POST /tenant-1/oauth2/v2.0/token';
  beforeEach(async () => {
    endpoint = await startHttpServer();
  });
  afterEach(() => endpoint.stop());

  const oauth = () => ({
    MAIL_OAUTH_TENANT: 'tenant-1',
    MAIL_OAUTH_CLIENT_ID: 'client-1',
    MAIL_OAUTH_CLIENT_SECRET: 'a+secret',
    MAIL_OAUTH_URL: endpoint.url,
  });
  /** Tokens `token-1`, `token-2` and so on. */
  const issueTokens = (seconds = 3599) =>
    endpoint.on(path, () => ({
      status: 200,
      body: { access_token: `token-${endpoint.calls.length}`, expires_in: seconds },
    }));

  test('signs in with one token for all connections', async () => {
    issueTokens();
    const logins: object[] = [];
    const { smtp, transport } = await open(
      (login) => {
        logins.push(login);
        return null;
      },
      { oauth: oauth() },
    );
    await Promise.all([transport.send(message('one')), transport.send(message('two', true))]);
    expect(smtp.received.map(({ subject }) => subject).toSorted()).toEqual(['one', 'two']);
    expect(logins).toEqual([
      { user: 'mailbox@site.example', token: 'token-1' },
      { user: 'mailbox@site.example', token: 'token-1' },
    ]);
    expect(endpoint.calls).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(endpoint.calls[0]!.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_secret: 'a+secret',
      scope: 'https://outlook.office365.com/.default',
    });
  });

  test('a login that is refused with a new token is not tried again', async () => {
    issueTokens();
    const { transport } = await open(() => '5.7.3 Authentication unsuccessful', {
      oauth: oauth(),
    });
    expect(await readFailure(transport.send(message('one')))).toContain('(535 5.7.3 EAUTH)');
    expect(endpoint.calls).toHaveLength(1);
  });

  test('a refusal of the token endpoint is named, without the secret', async () => {
    const description =
      'AADSTS7000215: Invalid client secret provided.\r\nTrace ID: 1\r\nTimestamp: 2';
    const body = { error: 'invalid_client', error_description: description };
    endpoint.on(path, { status: 401, body });
    const { transport } = await open(() => null, { oauth: oauth() });
    expect(await readFailure(transport.check())).toBe(
      'No token for the mail server: 401 AADSTS7000215: Invalid client secret provided.',
    );
  });

  test('a token is kept until shortly before it expires', async () => {
    issueTokens(3600);
    let nowMs = 0;
    const tokens = createOauthTokens(oauth(), () => nowMs);
    expect(await Promise.all([tokens.read(), tokens.read()])).toEqual(['token-1', 'token-1']);
    nowMs = 3_479_000;
    expect(await tokens.read()).toBe('token-1');
    nowMs = 3_481_000;
    expect(await tokens.read()).toBe('token-2');
  });

  test('a mail whose token the server has revoked is sent with a new one', async () => {
    issueTokens();
    let nowMs = 0;
    let isRevoked = false;
    const { smtp, transport } = await open(
      ({ token }) => (isRevoked && token === 'token-1' ? '5.7.3 unsuccessful' : null),
      { oauth: oauth(), now: () => nowMs },
    );
    await transport.check();
    isRevoked = true;
    nowMs = 61_000;
    await transport.send(message('one'));
    expect(smtp.received).toHaveLength(1);
    expect(endpoint.calls).toHaveLength(2);
  });
});
