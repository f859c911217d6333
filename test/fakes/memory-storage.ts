/** A Storage in memory with a maximum size: throws like a browser when it is full. */
export class MemoryStorage implements Storage {
  readonly entries = new Map<string, string>();
  sizeMax = Number.POSITIVE_INFINITY;

  get length() {
    return this.entries.size;
  }
  get sizeUsed() {
    return [...this.entries].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  }
  key(position: number) {
    return [...this.entries.keys()][position] ?? null;
  }
  getItem(key: string) {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    const grown = this.sizeUsed + value.length - (this.entries.get(key)?.length ?? -key.length);
    if (grown > this.sizeMax) throw new DOMException('Full.', 'QuotaExceededError');
    this.entries.set(key, value);
  }
  removeItem(key: string) {
    this.entries.delete(key);
  }
  clear() {
    this.entries.clear();
  }
}
