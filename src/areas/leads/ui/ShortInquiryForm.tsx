import { InquiryPanel, type InquiryPanelProps } from './InquiryPanel.tsx';

export type ShortInquiryFormProps = Omit<InquiryPanelProps, 'isShort' | 'topics' | 'topic'>;

/** Two fields and files. The address stands for the name until we know it. */
export const ShortInquiryForm = (props: ShortInquiryFormProps) => (
  <InquiryPanel isShort {...props} />
);
