// Example values of the reference: by field, and of objects whose fields belong together.
import type { ExampleValues } from '#lib/openapi-examples.ts';

export const speechExamples: ExampleValues = {
  fields: {
    audio: ['UklGRiQAAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YQAAAAA='],
    body: ['{"address":"203.0.113.10"}'],
    enable: ['Choose another engine.'],
    end: [2.4],
    engines: [['whisper-base']],
    file_name: ['meeting.mp3'],
    format: ['mp3', 'json', 'auto'],
    input: ['The order leaves the warehouse on Monday.'],
    model: ['whisper-base'],
    option: ['diarize'],
    owned_by: ['weftline'],
    param: ['diarize'],
    size: [48213],
    size_bytes: [48213],
    start: ['0', 0],
    vad: [true],
    voice: ['slt'],
    word: ['Monday'],
  },
  objects: {
    SpeechEngine: { name: 'Whisper base' },
    SpeechVoice: { name: 'Emma' },
    TranscriptionJob: { size_bytes: 48213000 },
    Synthesis: { audio: '//uQxAAAAAANIAAAAAExBTUUz...', content_type: 'audio/mpeg' },
  },
};
