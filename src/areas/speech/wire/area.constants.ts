import type { ApiArea } from '#lib/api-description.ts';

export const speechArea: ApiArea = {
  slug: 'speech',
  title: 'Speech',
  sentence: 'Transcription of recordings and live speech, and speech from text.',
  guide: '/docs/speech',
  groups: [
    'Transcription',
    'Long recordings',
    'Live captions',
    'Speech from text',
    'Engines',
    'With OpenAI clients',
  ],
};
