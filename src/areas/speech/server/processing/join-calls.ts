// Concurrent calls for the same result: the work is done once.

export type JoinCalls = <T>(key: string, act: () => Promise<T>) => Promise<T>;

/** While `act` runs, further calls with its key get its result or its error. */
export function createJoinCalls(): JoinCalls {
  const running = new Map<string, Promise<unknown>>();
  return <T>(key: string, act: () => Promise<T>) => {
    const joined = running.get(key) ?? act().finally(() => running.delete(key));
    running.set(key, joined);
    // A key names one kind of result.
    return joined as Promise<T>;
  };
}
