import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { contactTypeLabels, contactTypes } from '../wire/leads.constants.ts';
import type { ContactFormValues } from '../wire/leads.form.ts';

type InquiryFieldsProps = {
  form: Pick<UseFormReturn<ContactFormValues>, 'control' | 'register'>;
  /** Prefix of the field ids. */
  id: string;
  topics: readonly string[] | undefined;
};

const methods = contactTypes.map((value) => ({ value, label: contactTypeLabels[value] }));

export function InquiryFields({ form, id, topics }: InquiryFieldsProps) {
  const { control, register } = form;
  const { errors } = useFormState({ control });
  const isCompany = useWatch({ control, name: 'isCompany' });
  const field = (name: keyof ContactFormValues) => ({
    ...register(name),
    id: `${id}-${name}`,
    error: errors[name]?.message,
  });
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
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Preferred Contact Method"
          options={methods}
          {...field('contact_type')}
        />
        <TextField
          label="Contact Value"
          help="The number or name to reach you by, if it is not the email above."
          {...field('contact_value')}
        />
      </div>
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
      <TextArea label="Message" required rows={6} {...field('message')} />
    </>
  );
}
