// A picture that is selected but not uploaded yet.
import { useEffect, useRef, useState } from 'react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { errorMessage, overrideMessage } from '#lib/call-error.ts';
import { resultToasts } from '#ui/toast.ts';
import { useUploadAvatar } from '../queries.ts';

export type PendingAvatar = ReturnType<typeof usePendingAvatar>;
type SelectedFile = { file: File; previewUrl: string };
export type UploadProgress = { sentBytes: number; totalBytes: number };

async function isReadable(pictureUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = pictureUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

/** The error message for a file; undefined if it is valid. */
async function validateFile({ file, previewUrl }: SelectedFile): Promise<string | undefined> {
  const rules = await import('../../wire/profile.form.ts');
  if (!file.type.startsWith('image/')) return rules.avatarNotImage;
  if (file.size > rules.avatarBytesMax) return rules.avatarTooLarge;
  return (await isReadable(previewUrl)) ? undefined : rules.avatarNotImage;
}

const results = resultToasts('avatar');

export function usePendingAvatar() {
  const upload = useUploadAvatar();
  const [picked, setPicked] = useState<SelectedFile | null>(null);
  const latest = useRef<SelectedFile>(null);
  const [refusal, setRefusal] = useState<string>();
  const [share, setShare] = useState<UploadProgress | null>(null);
  const guard = useLeaveGuard(picked !== null);
  const previewUrl = picked?.previewUrl;
  useEffect(() => {
    if (!previewUrl) return;
    return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  async function pick(file: File) {
    const next = { file, previewUrl: URL.createObjectURL(file) };
    latest.current = next;
    const refused = await validateFile(next);
    // Another file was selected meanwhile, or this one was discarded.
    const isLate = latest.current !== next;
    if (refused || isLate) URL.revokeObjectURL(next.previewUrl);
    if (isLate) return;
    setRefusal(refused);
    setPicked(refused ? null : next);
    if (refused) results.error(refused);
    else results.dismiss();
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
      results.success('Avatar updated successfully');
      drop();
    } catch (error) {
      results.error(overrideMessage(error, 'Failed to upload avatar'));
      setRefusal(errorMessage(error));
    }
    setShare(null);
  }

  return { picked, refusal, share, guard, pick, drop, confirm };
}
