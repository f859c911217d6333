const refusals = new Set([400, 401, 403]);

/** The access token, or why the server refused it; unknown without a clear answer. */
export async function requestAccessToken(
  ask: () => Promise<Response>,
): Promise<{ access: string } | { reason: string | null } | 'unknown'> {
  try {
    const response = await ask();
    if (refusals.has(response.status)) return { reason: await readReason(response) };
    if (!response.ok) return 'unknown';
    const { access } = (await response.json()) as { access?: unknown };
    return typeof access === 'string' && access !== '' ? { access } : 'unknown';
  } catch {
    return 'unknown';
  }
}

async function readReason(response: Response): Promise<string | null> {
  const { reason } = await response.json().catch(() => ({}));
  return typeof reason === 'string' ? reason : null;
}
