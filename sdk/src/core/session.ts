export type SessionTokens = { access: string; refresh: string };

type Options = {
  tokens: SessionTokens | null;
  /** Returns a new access token, or null when the session has ended. */
  requestAccess: (refresh: string) => Promise<string | null>;
  onChange: (tokens: SessionTokens | null) => void;
};

export type Session = {
  readTokens(): SessionTokens | null;
  setTokens(tokens: SessionTokens | null): void;
  /** Whether there is a newer access token than the one that was refused. */
  refresh(refused: string): Promise<boolean>;
};

/** Requests that are refused at the same time share one refresh. */
export function createSession({ tokens, requestAccess, onChange }: Options): Session {
  let current = tokens;
  let running: Promise<void> | undefined;

  function setTokens(next: SessionTokens | null): void {
    current = next;
    onChange(next);
  }

  async function replaceAccess(before: SessionTokens): Promise<void> {
    const access = await requestAccess(before.refresh);
    if (current !== before) return;
    setTokens(access === null ? null : { ...before, access });
  }

  return {
    readTokens: () => current,
    setTokens,
    async refresh(refused) {
      if (current?.access === refused) {
        running ??= replaceAccess(current).finally(() => {
          running = undefined;
        });
        await running;
      }
      return current !== null && current.access !== refused;
    },
  };
}
