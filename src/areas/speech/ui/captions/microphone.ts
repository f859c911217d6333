// The samples of the microphone, as they are recorded.

/** Above it a rate of 16 kHz holds nothing that is right. */
const frequency = 7000;
/** In decibels: a Butterworth filter of the fourth order. */
const resonances = [-5.33, 2.32];

/** Connects two nodes by a filter, without which high sounds would return as lower ones. */
export function connectLowpass(context: BaseAudioContext, from: AudioNode, to: AudioNode): void {
  const last = resonances.reduce((node, resonance) => {
    const filter = context.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.value = frequency;
    filter.Q.value = resonance;
    node.connect(filter);
    return filter as AudioNode;
  }, from);
  last.connect(to);
}

export type Microphone = { close: () => void };
export type MicrophoneListener = {
  onSamples: (samples: Float32Array, sampleRate: number) => void;
  /** It was unplugged, or the permission was withdrawn. */
  onLost: () => void;
};

// Not a module of the bundle: the browser loads it on its audio thread.
export const processorUrl = new URL('./microphone-processor.js', import.meta.url).href;

/** Throws when the browser has no microphone or may not use it. */
export async function openMicrophone(listener: MicrophoneListener): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const tracks = stream.getTracks();
  const context = new AudioContext();
  const close = () => {
    for (const track of tracks) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  try {
    await context.audioWorklet.addModule(processorUrl);
    const processor = new AudioWorkletNode(context, 'microphone', {
      channelCount: 1,
      channelCountMode: 'explicit',
    });
    processor.port.onmessage = ({ data }) => listener.onSamples(data, context.sampleRate);
    connectLowpass(context, context.createMediaStreamSource(stream), processor);
    // It is silent: browsers process only what leads to an output.
    processor.connect(context.destination);
    for (const track of tracks) track.addEventListener('ended', listener.onLost);
    await context.resume();
    return { close };
  } catch (error) {
    close();
    throw error;
  }
}
