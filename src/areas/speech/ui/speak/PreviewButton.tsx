import { Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import { loadPreview } from '../queries.ts';

/** Plays a voice preview, free of charge. */
export function PreviewButton({ voice }: { voice: string }) {
  const [isLoading, setLoading] = useState(false);
  const playing = useRef<HTMLAudioElement>(null);
  useEffect(() => () => playing.current?.pause(), []);

  async function play() {
    setLoading(true);
    try {
      const url = URL.createObjectURL(await loadPreview(voice));
      playing.current?.pause();
      const audio = new Audio(url);
      audio.onended = () => URL.revokeObjectURL(url);
      playing.current = audio;
      await audio.play();
    } catch (error) {
      toast.error(errorMessage(error, "The sample didn't play. Try again."));
    }
    setLoading(false);
  }

  return (
    <Button
      onClick={play}
      isBusy={isLoading}
      busyLabel="Loading..."
      disabled={voice === ''}
      icon={<Volume2 size={16} aria-hidden />}
    >
      Hear this voice
    </Button>
  );
}
