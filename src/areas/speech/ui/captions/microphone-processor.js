// Runs on the audio thread of the browser, which loads this file as it is. Passes the samples of
// the microphone on, in blocks.
const blockLength = 4096;

class MicrophoneProcessor extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Float32Array(blockLength);
    this.filled = 0;
  }

  // The browser calls it with 128 samples at a time, of which a block is a multiple.
  process([input]) {
    const samples = input?.[0];
    if (!samples) return true;
    this.block.set(samples, this.filled);
    this.filled += samples.length;
    if (this.filled === blockLength) {
      this.port.postMessage(this.block, [this.block.buffer]);
      this.block = new Float32Array(blockLength);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('microphone', MicrophoneProcessor);
