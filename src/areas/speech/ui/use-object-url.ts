import { useEffect, useState } from 'react';

/** An object URL, revoked on unmount. */
export function useObjectUrl(content: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(content);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [content]);
  return url;
}
