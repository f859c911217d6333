import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { call } from '#client/api.ts';
import { useSession } from '#client/use-session.ts';
import { overrideMessage } from '#lib/call-error.ts';
import type { SummarisedError } from '#ui/fields/ErrorSummary.tsx';
import { resultToasts, toast } from '#ui/toast.ts';
import { uploadFailed, useUploads } from '#ui/uploads/use-uploads.ts';
import { uploadLeadFile } from '../wire/lead-files.ts';
import { contactTypes, leadFileBytesMax, leadFilesMax } from '../wire/leads.constants.ts';
import type { ContactFormValues } from '../wire/leads.form.ts';
import { type ContactDraft, clearDraft, hasDraft, readDraft, saveDraft } from './contact-draft.ts';
import { fieldNames, formatFailure, parseErrors, toSummary } from './inquiry-errors.ts';
import { createInquirySender } from './send-inquiry.ts';

/** For `useUploads`. */
const leadUploads = {
  filesMax: leadFilesMax,
  bytesMax: leadFileBytesMax,
  send: (file: File, onUploadProgress: (sentBytes: number) => void, signal: AbortSignal) =>
    call(uploadLeadFile, { files: { file } }, { onUploadProgress, signal, isAnonymous: true }),
};

/** The page that the visitor comes from. */
export type InquiryTopic = {
  /** For the subject, if it is empty. */
  subject: string;
  /** What to write, below the message. */
  prompt?: ReactNode;
};

export type InquiryFormProps = {
  /** Two fields only: the message and the e-mail address. */
  isShort?: boolean;
  /** Makes the subject a select with these options. */
  topics?: readonly string[];
  topic?: InquiryTopic | undefined;
  /** Fills in name and address of the signed-in user; otherwise only the address. */
  person?: { name: string; email: string };
  /** Version of the privacy policy shown with the form; stored with the inquiry. */
  privacyVersion?: string;
  onSent: (email: string) => void;
};

const sentMessage = "Message sent successfully! We'll get back to you soon.";

const loadRules = () => import('./contact-resolver.ts');
/** If the rules fail to load, the server validates. */
const resolver: Resolver<ContactFormValues> = async (values, context, options) => {
  const rules = await loadRules().catch(() => null);
  return rules ? rules.resolveContactForm(values, context, options) : { values, errors: {} };
};
const shortResolver: Resolver<ContactFormValues> = async (values, context, options) => {
  const rules = await loadRules().catch(() => null);
  if (rules) return rules.resolveShortForm(values, context, options);
  return { values: { ...values, name: values.email }, errors: {} };
};

const results = resultToasts('inquiry');

/** The state of the form and the event handlers of its `<form>`; `id` is that of its fields. */
export function useInquiryForm(id: string, props: InquiryFormProps) {
  const { isShort, privacyVersion, onSent } = props;
  // No default values, so that entries from before hydration stay.
  const form = useForm<ContactFormValues>({
    resolver: isShort ? shortResolver : resolver,
    shouldFocusError: false,
  });
  const uploads = useUploads(leadUploads);
  const { errors, isSubmitting } = useFormState({ control: form.control });
  const [summary, setSummary] = useState<readonly SummarisedError[]>([]);
  const [send] = useState(createInquirySender);
  const [isRestored] = useState(hasDraft);
  usePrefill(form, props);

  function showFailure(error: unknown) {
    results.error(overrideMessage(error, formatFailure(error)));
    const found = parseErrors(error);
    for (const name of fieldNames) if (found.fields[name]) form.setError(name, found.fields[name]);
    setSummary(toSummary(id, found));
  }

  async function sendMessage(values: ContactFormValues, website: string) {
    // Removes the error of the previous attempt.
    results.dismiss();
    const uploaded = await uploads.settle();
    if (!uploaded) return setSummary([{ message: uploadFailed }]);
    const files = uploaded.map((file) => file.id);
    try {
      await send({ values, files, website, privacyVersion, isRestored });
    } catch (error) {
      showFailure(error);
      return;
    }
    clearDraft();
    results.success(sentMessage);
    onSent(values.email);
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting) return;
    const website = String(new FormData(event.currentTarget).get('website') ?? '');
    setSummary([]);
    void form.handleSubmit(
      (values) => sendMessage(values, website),
      (fields) => setSummary(toSummary(id, { fields, general: [] })),
    )();
  }

  function addFiles(files: readonly File[]) {
    if (uploads.add(files) > 0) toast.error(`Attach at most ${leadFilesMax} files.`);
  }

  // Stays complete until every field is corrected: a shrinking summary would take the focus.
  const isMended = ({ fieldId, message }: SummarisedError) =>
    message === uploadFailed ? !uploads.hasFailed : fieldId;
  const isCorrected = Object.keys(errors).length === 0 && summary.every(isMended);
  return {
    form,
    uploads,
    addFiles,
    isSending: isSubmitting,
    summary: isCorrected ? [] : summary,
    onSubmit: handleSubmit,
    onChange: () => saveDraft(form.getValues()),
    onFocus: () => void loadRules().catch(() => null),
  };
}

/** Fills empty fields from the draft, then with the signed-in user and the page in question. */
function usePrefill(
  form: UseFormReturn<ContactFormValues>,
  { person, topics, topic }: InquiryFormProps,
) {
  const session = useSession();
  const email = person?.email ?? session.email ?? '';

  const fillEmpty = useEffectEvent((draft: ContactDraft) => {
    for (const name of fieldNames) {
      const value = draft[name];
      if (value && !form.getValues(name)) form.setValue(name, value);
    }
  });
  useEffect(() => {
    const { contact_type, ...draft } = readDraft();
    if (form.getValues('isCompany')) {
      // Checked before hydration: toggles it, because watchers react only to changes.
      form.setValue('isCompany', false);
      form.setValue('isCompany', true);
    }
    fillEmpty(draft);
    // The select always has a value, so it never counts as empty.
    const [usual] = contactTypes;
    const chosen = form.getValues('contact_type');
    const method = chosen === usual ? contact_type : chosen;
    if (!method || method === usual) return;
    form.setValue('contact_type', usual);
    form.setValue('contact_type', method);
  }, [form]);
  useEffect(() => fillEmpty({ name: person?.name, email }), [person?.name, email]);
  const subject = topics ? undefined : topic?.subject;
  useEffect(() => fillEmpty({ subject }), [subject]);
}
