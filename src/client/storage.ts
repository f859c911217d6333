// Browser storage that never throws. Any access can fail, in private windows, on full disks and by
// policy: reading then returns null and writing false.

export const valueBytesMax = 1_048_576;
const keysMax = 50;
const evictedShare = 0.2;
/** Our list of keys, the oldest write first: the storage itself has no order. */
const indexKey = 'storage_index';

export type KeyStorage = {
  read: (key: string) => string | null;
  /** False when the value was not stored. */
  write: (key: string, value: string) => boolean;
  remove: (key: string) => void;
};

const isProtected = (key: string) =>
  key.startsWith('auth_') || key === 'refresh_token' || key === indexKey;

const isQuotaError = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED');

function attempt<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

function readIndex(area: Storage): string[] {
  const index: unknown = attempt(() => JSON.parse(area.getItem(indexKey) ?? '[]'), []);
  return Array.isArray(index) ? index.filter((key) => typeof key === 'string') : [];
}

function writeIndex(area: Storage, index: string[]) {
  attempt(() => area.setItem(indexKey, JSON.stringify(index)), undefined);
}

function evictOldest(area: Storage): boolean {
  if (area.length <= keysMax) return false;
  const index = readIndex(area);
  const oldest = index
    .filter((key) => !isProtected(key))
    .slice(0, Math.ceil(area.length * evictedShare));
  for (const key of oldest) area.removeItem(key);
  writeIndex(
    area,
    index.filter((key) => !oldest.includes(key)),
  );
  return oldest.length > 0;
}

function store(area: Storage, key: string, value: string): boolean {
  try {
    area.setItem(key, value);
  } catch (error) {
    if (!isQuotaError(error) || !evictOldest(area)) return false;
    area.setItem(key, value);
  }
  if (!isProtected(key)) writeIndex(area, [...readIndex(area).filter((each) => each !== key), key]);
  return true;
}

/** `open` is called for every access, because reading `window.localStorage` can throw. */
export function createStorage(open: () => Storage | undefined): KeyStorage {
  return {
    read: (key) => attempt(() => open()?.getItem(key) ?? null, null),
    write(key, value) {
      if (new TextEncoder().encode(value).length > valueBytesMax) return false;
      return attempt(() => {
        const area = open();
        return area ? store(area, key, value) : false;
      }, false);
    },
    remove(key) {
      attempt(() => {
        const area = open();
        if (!area) return;
        area.removeItem(key);
        const index = readIndex(area);
        if (index.includes(key)) {
          writeIndex(
            area,
            index.filter((each) => each !== key),
          );
        }
      }, undefined);
    },
  };
}

/** Keeps in memory, for this page, what could not be stored. */
export function fallBackToMemory(store: KeyStorage): KeyStorage & { isBlocked: () => boolean } {
  const unstored = new Map<string, string>();
  return {
    read: (key) => unstored.get(key) ?? store.read(key),
    write(key, value) {
      if (store.write(key, value)) unstored.delete(key);
      else unstored.set(key, value);
      return true;
    },
    remove(key) {
      unstored.delete(key);
      store.remove(key);
    },
    isBlocked: () => unstored.size > 0,
  };
}

const isBrowser = typeof window !== 'undefined';
export const localStore = createStorage(() => (isBrowser ? window.localStorage : undefined));
export const tabStore = createStorage(() => (isBrowser ? window.sessionStorage : undefined));
