import { useEffect, useRef, useState } from 'react';
import { announce } from '#ui/focus/announce.ts';
import { microphoneProblem } from '../microphone-problem.ts';
import { useTranscriptsRefresh } from '../queries.ts';
import type { CaptionsBody } from './captions-calls.ts';
import { type CaptionsRun, type CaptionsState, startCaptions } from './captions-run.ts';

export type Captioning =
  | { phase: 'ready'; problem: string | null }
  | { phase: 'asking' }
  | CaptionsState;

const ready: Captioning = { phase: 'ready', problem: null };

export function useCaptions() {
  const [state, setState] = useState<Captioning>(ready);
  const run = useRef<CaptionsRun>(null);
  const isGone = useRef(false);
  const refresh = useTranscriptsRefresh();
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      run.current?.leave();
    };
  }, []);

  function show(next: CaptionsState) {
    setState(next);
    if (next.phase !== 'done') return;
    announce(next.captions?.transcript_id ? 'The captions are saved.' : 'No speech was found.');
    void refresh();
  }

  async function start(body: CaptionsBody) {
    setState({ phase: 'asking' });
    try {
      const started = await startCaptions(body, { onChange: show });
      run.current = started;
      if (isGone.current) started.leave();
    } catch (error) {
      setState({ phase: 'ready', problem: microphoneProblem(error) });
    }
  }

  return {
    state,
    start,
    stop: () => run.current?.stop(),
    /** Leaves the current captions, if there are any. */
    reset() {
      run.current?.leave();
      run.current = null;
      setState(ready);
    },
  };
}
