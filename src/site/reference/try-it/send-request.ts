// Sends the request of the form. The API client of the screens is not used: it throws for errors,
// and here an error is a response like any other.
import { apiBaseUrl, session } from '#client/session.ts';
import { type RequestParts, toAddress } from './request-parts.ts';

export type Credential = { kind: 'none' } | { kind: 'session' } | { kind: 'key'; key: string };

export type SendOptions = {
  credential: Credential;
  /** By field; of a raw body the only one. */
  files: Readonly<Record<string, File>>;
  signal: AbortSignal;
};

function toForm(body: string | undefined, files: SendOptions['files']): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(JSON.parse(body || '{}') as object))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [name, file] of Object.entries(files)) form.append(name, file);
  return form;
}

function prepare(parts: RequestParts, files: SendOptions['files']): RequestInit {
  const { method, bodyKind, body } = parts;
  // The browser sets the content type of a form.
  if (bodyKind === 'form') return { method, body: toForm(body, files) };
  const type = bodyKind === 'json' ? 'application/json' : 'application/octet-stream';
  if (bodyKind === 'none') return { method };
  const bytes = bodyKind === 'json' ? (body ?? '') : (Object.values(files)[0] ?? '');
  return { method, body: bytes, headers: { 'content-type': type } };
}

const headersFor = (credential: Credential, token: string | null): Record<string, string> => {
  if (credential.kind === 'key') return { 'x-api-key': credential.key };
  return credential.kind === 'session' && token ? { authorization: `Bearer ${token}` } : {};
};

/** Renews an expired session once. Throws where no response comes. */
export async function sendRequest(parts: RequestParts, options: SendOptions): Promise<Response> {
  const { credential, files, signal } = options;
  const request = prepare(parts, files);
  const send = (token: string | null) =>
    fetch(apiBaseUrl + toAddress(parts), {
      ...request,
      signal,
      headers: { ...request.headers, ...headersFor(credential, token) },
    });
  const token = session.readAccessToken();
  const response = await send(token);
  if (response.status !== 401 || credential.kind !== 'session') return response;
  const renewed = await session.refresh(token);
  return renewed.kind === 'refreshed' ? send(renewed.access) : response;
}
