// Records from the microphone.
import { useEffect, useRef, useState } from 'react';
import { microphoneProblem } from '../microphone-problem.ts';
import { nameRecording } from '../name-recording.ts';

export type RecorderState =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'recording'; seconds: number }
  | { kind: 'refused'; reason: string };

export function useRecorder({
  secondsMax,
  onRecorded,
}: {
  secondsMax: number;
  onRecorded: (file: File) => void;
}) {
  const [state, setState] = useState<RecorderState>({ kind: 'idle' });
  const recorder = useRef<MediaRecorder>(null);

  function stop() {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  }

  async function start() {
    setState({ kind: 'asking' });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mediaRecorder = new MediaRecorder(stream);
      const chunks: Blob[] = [];
      mediaRecorder.ondataavailable = ({ data }) => chunks.push(data);
      mediaRecorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        setState({ kind: 'idle' });
        const type = mediaRecorder.mimeType || 'audio/webm';
        const ending = type.includes('mp4') ? 'm4a' : 'webm';
        onRecorded(new File(chunks, `${nameRecording('Recording')}.${ending}`, { type }));
      };
      recorder.current = mediaRecorder;
      mediaRecorder.start();
      setState({ kind: 'recording', seconds: 0 });
    } catch (error) {
      setState({ kind: 'refused', reason: microphoneProblem(error) });
    }
  }

  const isRecording = state.kind === 'recording';
  useEffect(() => {
    if (!isRecording) return;
    const startedMs = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.floor((performance.now() - startedMs) / 1000);
      if (seconds >= secondsMax && recorder.current?.state === 'recording') recorder.current.stop();
      else setState({ kind: 'recording', seconds });
    }, 250);
    return () => clearInterval(timer);
  }, [isRecording, secondsMax]);

  // Releases the microphone and discards the recording on unmount.
  useEffect(
    () => () => {
      const mediaRecorder = recorder.current;
      if (mediaRecorder?.state !== 'recording') return;
      mediaRecorder.onstop = null;
      mediaRecorder.stop();
      for (const track of mediaRecorder.stream.getTracks()) track.stop();
    },
    [],
  );

  return { state, start, stop };
}
