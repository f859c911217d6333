import { InquiryPanel, type InquiryPanelProps } from './InquiryPanel.tsx';

export type ContactFormProps = Omit<InquiryPanelProps, 'title' | 'isShort'> & { title?: string };

export const ContactForm = ({ title = 'Contact Us', ...props }: ContactFormProps) => (
  <InquiryPanel title={title} {...props} />
);
