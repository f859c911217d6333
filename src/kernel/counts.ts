export type Counts<Key> = {
  total(): number;
  read(key: Key): number;
  /** Negative to subtract. A key at zero is dropped: only what is in use needs memory. */
  add(key: Key, by: number): void;
  byKey: ReadonlyMap<Key, number>;
};

/** What is in use by each account, address or endpoint, and in total. */
export function createCounts<Key>(): Counts<Key> {
  const byKey = new Map<Key, number>();
  let total = 0;
  return {
    byKey,
    total: () => total,
    read: (key) => byKey.get(key) ?? 0,
    add(key, by) {
      total += by;
      const left = (byKey.get(key) ?? 0) + by;
      if (left > 0) byKey.set(key, left);
      else byKey.delete(key);
    },
  };
}
