// Live captions: speech from a microphone, sent in parts that are cut at pauses.
export const captionsPartSecondsMax = 15;
/** 15 s of one channel at 48 kHz have 1.4 MB. */
export const captionsPartBytesMax = 2_097_152;
export const captionsPartsMax = 5000;
/** Of the speech that was sent. */
export const captionsSecondsMax = 7200;
/** Captions that get no part for this time are finished. */
export const captionsIdleMinutes = 30;
/** Finished captions are deleted after this time; their transcript stays. */
export const captionsRetentionHours = 24;
