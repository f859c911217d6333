// What of a source must not be readable in the database: addresses often contain a token.
import type { Login, Vault } from '../pool/credentials.ts';

export type SourceSecrets = {
  url: string;
  authorization: string | null;
  /** For lines without a user name. */
  login: Login;
};

export const sealSecrets = (vault: Vault, id: string, secrets: SourceSecrets): Buffer =>
  vault.sealer.seal(id, JSON.stringify(secrets));

/** Null for secrets encrypted with another APP_SECRET. */
export function openSecrets(vault: Vault, id: string, sealed: Buffer): SourceSecrets | null {
  const text = vault.sealer.open(id, sealed);
  return text === null ? null : (JSON.parse(text) as SourceSecrets);
}

/** The columns that show a source without its secrets. */
export const secretColumns = (vault: Vault, id: string, secrets: SourceSecrets) => ({
  secrets: sealSecrets(vault, id, secrets),
  url_host: new URL(secrets.url).host,
  has_authorization: secrets.authorization !== null,
  has_login: secrets.login.username !== '' || secrets.login.password !== '',
});
