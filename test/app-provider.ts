// An app that people connect, by the official client's own code for OAuth. The person who is sent
// to the consent screen answers by the calls that the screen makes.
import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { SignedIn, TestApp } from './harness.ts';
import type { Mcp } from './mcp-client.ts';
import { send } from './requests.ts';

export const appsPath = '/apix/accounts/apps/';
export type Decision = { is_allowed?: boolean; may_change?: boolean; scopes?: string[] };

export class TestAppProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:51234/callback';
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'Loom',
    redirect_uris: ['http://localhost/callback'],
  };
  /** The address of a document that describes it, instead of a registration. */
  readonly clientMetadataUrl: string;
  client: StoredOAuthClientInformation | undefined;
  saved: StoredOAuthTokens | undefined;
  verifier = '';
  discovered: OAuthDiscoveryState | undefined;
  /** The address that the browser of the person was sent to. */
  sentTo: URL | undefined;
  constructor(clientMetadataUrl = '') {
    this.clientMetadataUrl = clientMetadataUrl;
  }
  clientInformation = () => this.client;
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client;
  }
  tokens = () => this.saved;
  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.discovered = state;
  }
  discoveryState = () => this.discovered;
  state = () => 'state of the app';
}

/** What the consent screen sends. */
export const answerAs = (t: TestApp, who: SignedIn, url: URL, decision: Decision = {}) =>
  send(
    t,
    'POST',
    appsPath,
    { ...Object.fromEntries(url.searchParams), is_allowed: true, ...decision },
    { headers: who.headers },
  );

/** Registers an app and has the person connect it. */
export async function connectApp(
  t: TestApp,
  mcp: Mcp,
  who: SignedIn,
  decision: Decision = {},
  provider = new TestAppProvider(),
): Promise<TestAppProvider> {
  await mcp.connect({ authProvider: provider }).catch((error: unknown) => {
    if (!(error instanceof UnauthorizedError)) throw error;
  });
  const { status, body } = await answerAs(t, who, provider.sentTo!, decision);
  if (status !== 200) throw new Error(`not connected: ${JSON.stringify(body)}`);
  const { searchParams } = new URL(String(body.redirect_to));
  const transport = new StreamableHTTPClientTransport(mcp.url(), {
    authProvider: provider,
    fetch: mcp.fetch,
  });
  await transport.finishAuth(searchParams);
  return provider;
}
