// A picture that was picked and not yet uploaded.
import { useEffect, useRef, useState } from 'react';
import { failureWords, messageOf } from '#client/errors.ts';
import { toast } from '#ui/toast.ts';
import { useUploadAvatar } from './queries.ts';

export type PendingAvatar = ReturnType<typeof usePendingAvatar>;
type Picked = { file: File; previewUrl: string };
export type UploadShare = { sentBytes: number; totalBytes: number };

async function isReadable(pictureUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = pictureUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** The sentence that refuses a file; undefined for one that may be sent. */
async function refuseFile({ file, previewUrl }: Picked): Promise<string | undefined> {
  const rules = await import('../profile-schema.ts');
  if (!file.type.startsWith('image/')) return rules.avatarNotImage;
  if (file.size > rules.avatarBytesMax) return rules.avatarTooLarge;
  return (await isReadable(previewUrl)) ? undefined : rules.avatarNotImage;
}

export function usePendingAvatar() {
  const upload = useUploadAvatar();
  const [picked, setPicked] = useState<Picked | null>(null);
  const latest = useRef<Picked>(null);
  const [refusal, setRefusal] = useState<string>();
  const [share, setShare] = useState<UploadShare | null>(null);
  const previewUrl = picked?.previewUrl;
  useEffect(() => {
    if (!previewUrl) return;
    return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  async function pick(file: File) {
    const next = { file, previewUrl: URL.createObjectURL(file) };
    latest.current = next;
    const refused = await refuseFile(next);
    // Another file was picked meanwhile, or this one dropped.
    const isLate = latest.current !== next;
    if (refused || isLate) URL.revokeObjectURL(next.previewUrl);
    if (isLate) return;
    setRefusal(refused);
    setPicked(refused ? null : next);
    if (refused) toast.error(refused);
  }

  function drop() {
    latest.current = null;
    setPicked(null);
    setRefusal(undefined);
  }

  async function confirm() {
    if (!picked) return;
    setRefusal(undefined);
    setShare({ sentBytes: 0, totalBytes: picked.file.size });
    const onProgress = (sentBytes: number, totalBytes: number) =>
      setShare({ sentBytes, totalBytes });
    try {
      await upload.mutateAsync({ file: picked.file, onProgress });
      toast.success('Avatar updated successfully');
      drop();
    } catch (error) {
      toast.error(failureWords(error, 'Failed to upload avatar'));
      setRefusal(messageOf(error));
    }
    setShare(null);
  }

  return { picked, refusal, share, pick, drop, confirm };
}
