/** Why a source must be read again. */
export const sourceReviewReasons = ['review_due', 'ended', 'old', 'unverified'] as const;
export type SourceReviewReason = (typeof sourceReviewReasons)[number];
