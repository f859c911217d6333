// What this server says about itself to apps (RFC 9728, RFC 8414).
import { mcpPath } from '#kernel/mcp/mcp-route.ts';
import { scopes } from '#lib/scopes.ts';

export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  resourceMetadata: '/.well-known/oauth-protected-resource',
  serverMetadata: '/.well-known/oauth-authorization-server',
} as const;

/** The scope of grants that may do more than read. */
export const writeScope = 'write';

export const toResourceUrl = (siteUrl: string): string => siteUrl + mcpPath;

/**
 * Whether a token for this resource is one for us (RFC 8707). Clients send the address that they
 * were given, with its query.
 */
export function isOurResource(resource: string | undefined, siteUrl: string): boolean {
  if (resource === undefined) return true;
  const url = URL.parse(resource);
  if (!url || url.hash || url.origin !== new URL(siteUrl).origin) return false;
  return [mcpPath, '/', ''].includes(url.pathname.replace(/(.)\/$/, '$1'));
}

export const describeResource = (siteUrl: string, name: string) => ({
  resource: toResourceUrl(siteUrl),
  resource_name: name,
  authorization_servers: [siteUrl],
  scopes_supported: [...scopes],
  bearer_methods_supported: ['header'],
  resource_documentation: `${siteUrl}/docs/guides/mcp`,
});

export const describeServer = (siteUrl: string) => ({
  issuer: siteUrl,
  authorization_endpoint: siteUrl + oauthPaths.authorize,
  token_endpoint: siteUrl + oauthPaths.token,
  registration_endpoint: siteUrl + oauthPaths.register,
  revocation_endpoint: siteUrl + oauthPaths.revoke,
  scopes_supported: [...scopes, writeScope],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${siteUrl}/docs/guides/mcp`,
});
