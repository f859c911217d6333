import type { ReactNode } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import {
  type ContactType,
  contactTypeLabels,
  contactTypes,
  contactValueLabels,
} from '../wire/leads.constants.ts';
import type { ContactFormValues } from '../wire/leads.form.ts';

type FieldsProps = {
  form: Pick<UseFormReturn<ContactFormValues>, 'control' | 'register'>;
  /** Prefix of the field ids. */
  id: string;
};

function useFields({ form: { control, register }, id }: FieldsProps) {
  const { errors } = useFormState({ control });
  return (name: keyof ContactFormValues) => ({
    ...register(name),
    id: `${id}-${name}`,
    error: errors[name]?.message,
  });
}

const methods = contactTypes.map((value) => ({ value, label: contactTypeLabels[value] }));
const withNumber: readonly ContactType[] = ['whatsapp', 'phone'];

/** How to reach the sender; e-mail has its address in a field of its own. */
function ContactMethod(props: FieldsProps) {
  const field = useFields(props);
  const method = useWatch({ control: props.form.control, name: 'contact_type' }) ?? 'email';
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label="Preferred Contact Method" options={methods} {...field('contact_type')} />
      {method !== 'email' && (
        <TextField
          label={contactValueLabels[method]}
          {...(withNumber.includes(method) && { type: 'tel', autoComplete: 'tel' })}
          {...field('contact_value')}
        />
      )}
    </div>
  );
}

type InquiryFieldsProps = FieldsProps & {
  topics: readonly string[] | undefined;
  /** What to write, below the message. */
  prompt: ReactNode;
};

export function InquiryFields({ topics, prompt, ...props }: InquiryFieldsProps) {
  const field = useFields(props);
  const isCompany = useWatch({ control: props.form.control, name: 'isCompany' });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Full Name" required autoComplete="name" {...field('name')} />
        <TextField label="Email" required type="email" autoComplete="email" {...field('email')} />
      </div>
      <Checkbox label="This is a company inquiry" {...field('isCompany')} />
      {isCompany && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Company Name"
            required
            autoComplete="organization"
            {...field('company')}
          />
          <TextField
            label="Company Website"
            type="url"
            autoComplete="url"
            {...field('company_site')}
          />
        </div>
      )}
      <ContactMethod {...props} />
      {topics ? (
        <SelectField
          label="Subject"
          placeholder="Choose a subject"
          options={topics.map((topic) => ({ value: topic, label: topic }))}
          {...field('subject')}
        />
      ) : (
        <TextField label="Subject" {...field('subject')} />
      )}
      <TextArea label="Message" required rows={6} help={prompt} {...field('message')} />
    </>
  );
}

export function ShortInquiryFields(props: FieldsProps) {
  const field = useFields(props);
  return (
    <>
      <TextArea label="What do you need?" required rows={4} {...field('message')} />
      <TextField
        label="Your email"
        required
        type="email"
        autoComplete="email"
        {...field('email')}
      />
    </>
  );
}
