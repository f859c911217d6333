import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { failureWords } from '#client/errors.ts';
import { useSession } from '#client/use-session.ts';
import type { SummarisedError } from '#ui/ErrorSummary.tsx';
import { toast } from '#ui/toast.ts';
import { contactTypes } from '../contact-types.ts';
import type { ContactFormValues } from '../lead-schema.ts';
import { type ContactDraft, clearDraft, hasDraft, readDraft, saveDraft } from './contact-draft.ts';
import { describeFailure, fieldNames, readRefusal, summarise } from './inquiry-errors.ts';
import { createInquirySender } from './send-inquiry.ts';

type InquiryFormOptions = {
  id: string;
  person: { name: string; email: string } | undefined;
  privacyVersion: string | undefined;
  onSent: (email: string) => void;
};

const sentMessage = "Message sent successfully! We'll get back to you soon.";

const loadRules = () => import('./contact-resolver.ts');
/** Without a connection the rules do not load: the server judges then. */
const resolver: Resolver<ContactFormValues> = async (values, context, options) => {
  const rules = await loadRules().catch(() => null);
  return rules ? rules.resolveContactForm(values, context, options) : { values, errors: {} };
};

/** The state of the form on the screen, and what its `<form>` listens to. */
export function useInquiryForm(options: InquiryFormOptions) {
  const { id, person, privacyVersion, onSent } = options;
  // No default values: what was typed before hydration stays where it is.
  const form = useForm<ContactFormValues>({ resolver, shouldFocusError: false });
  const { errors, isSubmitting } = useFormState({ control: form.control });
  const [summary, setSummary] = useState<readonly SummarisedError[]>([]);
  const [send] = useState(createInquirySender);
  const [isRestored] = useState(hasDraft);
  const failureToast = useRef<number>(undefined);
  useFilledIn(form, person);

  function showRefusal(error: unknown) {
    failureToast.current = toast.error(failureWords(error, describeFailure(error)));
    const found = readRefusal(error);
    for (const name of fieldNames) if (found.fields[name]) form.setError(name, found.fields[name]);
    setSummary(summarise(id, found));
  }

  async function sendMessage(values: ContactFormValues, website: string) {
    // What failed is tried again: both toasts together would contradict each other.
    if (failureToast.current !== undefined) toast.dismiss(failureToast.current);
    try {
      await send({ values, website, privacyVersion, isRestored });
    } catch (error) {
      showRefusal(error);
      return;
    }
    clearDraft();
    toast.success(sentMessage);
    onSent(values.email);
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting) return;
    const website = String(new FormData(event.currentTarget).get('website') ?? '');
    setSummary([]);
    void form.handleSubmit(
      (values) => sendMessage(values, website),
      (fields) => setSummary(summarise(id, { fields, general: [] })),
    )();
  }

  // A summary that shrank with every mended field would take the focus from who is typing.
  const isMended = Object.keys(errors).length === 0 && summary.every(({ fieldId }) => fieldId);
  return {
    form,
    isSending: isSubmitting,
    summary: isMended ? [] : summary,
    onSubmit: handleSubmit,
    onChange: () => saveDraft(form.getValues()),
    onFocus: () => void loadRules().catch(() => null),
  };
}

/** Fills empty fields from the draft of an earlier view, then with who is signed in. */
function useFilledIn(form: UseFormReturn<ContactFormValues>, person: InquiryFormOptions['person']) {
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
      // Checked before hydration. Watchers hear of changes only, and the company's fields wait.
      form.setValue('isCompany', false);
      form.setValue('isCompany', true);
    }
    fillEmpty(draft);
    // The select has a value from the start, so that it never counts as empty.
    if (contact_type && form.getValues('contact_type') === contactTypes[0])
      form.setValue('contact_type', contact_type);
  }, [form]);
  useEffect(() => fillEmpty({ name: person?.name, email }), [person?.name, email]);
}
