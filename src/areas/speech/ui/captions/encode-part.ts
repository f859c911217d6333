// Speech as a small WAV file: 16-bit mono at 16 kHz, which is what engines work with.
const rate = 16_000;
const headerLength = 44;
const bytesPerSample = 2;

export async function encodePart(
  samples: Float32Array<ArrayBuffer>,
  sampleRate: number,
): Promise<Blob> {
  const resampled = await resample(samples, sampleRate);
  const file = new DataView(new ArrayBuffer(headerLength + resampled.length * bytesPerSample));
  writeHeader(file, resampled.length * bytesPerSample);
  resampled.forEach((value, at) => {
    const level = Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
    file.setInt16(headerLength + at * bytesPerSample, level, true);
  });
  return new Blob([file.buffer], { type: 'audio/wav' });
}

/** The microphone's high sounds, which the lower rate cannot hold, are filtered before. */
async function resample(
  samples: Float32Array<ArrayBuffer>,
  sampleRate: number,
): Promise<Float32Array> {
  if (sampleRate === rate) return samples;
  const length = Math.round((samples.length * rate) / sampleRate);
  const context = new OfflineAudioContext(1, length, rate);
  const buffer = context.createBuffer(1, samples.length, sampleRate);
  buffer.copyToChannel(samples, 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}

function writeHeader(file: DataView, dataLength: number): void {
  const writeText = (at: number, text: string) =>
    [...text].forEach((letter, index) => {
      file.setUint8(at + index, letter.charCodeAt(0));
    });
  writeText(0, 'RIFF');
  file.setUint32(4, headerLength - 8 + dataLength, true);
  writeText(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  const pcm = 1;
  file.setUint16(20, pcm, true);
  const channels = 1;
  file.setUint16(22, channels, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, rate * bytesPerSample, true);
  file.setUint16(32, bytesPerSample, true);
  file.setUint16(34, bytesPerSample * 8, true);
  writeText(36, 'data');
  file.setUint32(40, dataLength, true);
}
