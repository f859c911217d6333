// A picture that was picked and not yet uploaded.
import { useEffect, useState } from 'react';
import { failureWords, messageOf } from '#client/errors.ts';
import { toast } from '#ui/toast.ts';
import { useUploadAvatar } from './queries.ts';

export type PendingAvatar = ReturnType<typeof usePendingAvatar>;
type Picked = { file: File; previewUrl: string };
export type UploadShare = { sentBytes: number; totalBytes: number };

/** The sentence that refuses a file; undefined for one that may be sent. */
async function refuseFile(file: File): Promise<string | undefined> {
  const rules = await import('../profile-schema.ts');
  if (!file.type.startsWith('image/')) return rules.avatarNotImage;
  return file.size > rules.avatarBytesMax ? rules.avatarTooLarge : undefined;
}

export function usePendingAvatar() {
  const upload = useUploadAvatar();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [share, setShare] = useState<UploadShare | null>(null);
  const previewUrl = picked?.previewUrl;
  useEffect(() => {
    if (!previewUrl) return;
    return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  async function pick(file: File) {
    const refused = await refuseFile(file);
    setRefusal(refused);
    if (refused) toast.error(refused);
    setPicked(refused ? null : { file, previewUrl: URL.createObjectURL(file) });
  }

  function drop() {
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
