// Encodes and decodes WAV files with 16-bit PCM.

export type PcmAudio = { samples: Int16Array; sampleRate: number };

const headerLength = 44;
const pcmFormat = 1;

/** A mono WAV file. */
export const encodeWav = ({ samples, sampleRate }: PcmAudio): Buffer =>
  Buffer.concat([wavHeader(sampleRate, samples.length * 2), toPcmBytes(samples)]);

const lengthMax = 0xffff_ffff;

/** Without `dataLength`, in bytes, for a file whose end is not known yet. */
export function wavHeader(sampleRate: number, dataLength = lengthMax): Buffer {
  const header = Buffer.alloc(headerLength);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(lengthMax, 36 + dataLength), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(pcmFormat, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataLength, 40);
  return header;
}

export const toPcmBytes = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

/**
 * The samples of the first channel of a WAV file; null for other files. The length in the header is
 * not trusted, because engines that write to a pipe do not know it.
 */
export function decodeWav(file: Buffer): PcmAudio | null {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    return null;
  let format: { channels: number; sampleRate: number } | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const from = at + 8;
    if (name === 'fmt ' && from + 16 <= file.length) {
      if (file.readUInt16LE(from) !== pcmFormat || file.readUInt16LE(from + 14) !== 16) return null;
      format = { channels: file.readUInt16LE(from + 2), sampleRate: file.readUInt32LE(from + 4) };
    }
    if (name === 'data') {
      if (!format || format.channels < 1 || format.sampleRate < 1) return null;
      const body = file.subarray(from, Math.min(from + length, file.length));
      return { samples: firstChannel(body, format.channels), sampleRate: format.sampleRate };
    }
    at = from + length + (length % 2);
  }
  return null;
}

function firstChannel(body: Buffer, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor(body.length / (2 * channels)));
  for (let at = 0; at < samples.length; at++) samples[at] = body.readInt16LE(at * 2 * channels);
  return samples;
}
