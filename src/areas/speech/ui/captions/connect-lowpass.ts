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
