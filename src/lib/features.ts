// Features that staff can switch off for all customers without a deployment.

export const features = {
  inquiries: 'Inquiries by the contact form',
  payments: 'New payments',
  calculations: 'Duty calculations',
  proxy: 'Proxies and the gateway',
  transcription: 'Transcription',
  synthesis: 'Text to speech',
} as const;

export type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as [Feature, ...Feature[]];
