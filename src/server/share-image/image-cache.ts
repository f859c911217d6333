/** One picture, ready to be sent: both header lists are made once. */
export type KeptImage = {
  etag: string;
  body: Buffer;
  headers: string[];
  notModified: string[];
};

/** Keeps the pictures that were asked for last, up to so many bytes of them. */
export function createImageCache(bytesMax: number) {
  const kept = new Map<string, KeptImage>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  }

  return {
    get(key: string): KeptImage | undefined {
      const image = kept.get(key);
      if (!image) return undefined;
      // A Map keeps the order of insertion: what is read moves to the end.
      kept.delete(key);
      kept.set(key, image);
      return image;
    },
    set(key: string, image: KeptImage): void {
      drop(key);
      kept.set(key, image);
      bytes += image.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax || oldest === key) break;
        drop(oldest);
      }
    },
  };
}
