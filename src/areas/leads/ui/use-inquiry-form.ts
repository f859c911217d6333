import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { useSession } from '#client/use-session.ts';
import { overrideMessage } from '#lib/call-error.ts';
import type { SummarisedError } from '#ui/fields/ErrorSummary.tsx';
import { toast } from '#ui/toast.ts';
import { contactTypes } from '../wire/leads.constants.ts';
import type { ContactFormValues } from '../wire/leads.form.ts';
import { type ContactDraft, clearDraft, hasDraft, readDraft, saveDraft } from './contact-draft.ts';
import { fieldNames, formatFailure, parseErrors, toSummary } from './inquiry-errors.ts';
import { createInquirySender } from './send-inquiry.ts';

type InquiryFormOptions = {
  id: string;
  person: { name: string; email: string } | undefined;
  privacyVersion: string | undefined;
  onSent: (email: string) => void;
};

const sentMessage = "Message sent successfully! We'll get back to you soon.";

const loadRules = () => import('./contact-resolver.ts');
/** If the rules fail to load, the server validates. */
const resolver: Resolver<ContactFormValues> = async (values, context, options) => {
  const rules = await loadRules().catch(() => null);
  return rules ? rules.resolveContactForm(values, context, options) : { values, errors: {} };
};

/** The state of the form and the event handlers of its `<form>`. */
export function useInquiryForm(options: InquiryFormOptions) {
  const { id, person, privacyVersion, onSent } = options;
  // No default values, so that entries from before hydration stay.
  const form = useForm<ContactFormValues>({ resolver, shouldFocusError: false });
  const { errors, isSubmitting } = useFormState({ control: form.control });
  const [summary, setSummary] = useState<readonly SummarisedError[]>([]);
  const [send] = useState(createInquirySender);
  const [isRestored] = useState(hasDraft);
  const failureToast = useRef<number>(undefined);
  usePrefill(form, person);

  function showFailure(error: unknown) {
    failureToast.current = toast.error(overrideMessage(error, formatFailure(error)));
    const found = parseErrors(error);
    for (const name of fieldNames) if (found.fields[name]) form.setError(name, found.fields[name]);
    setSummary(toSummary(id, found));
  }

  async function sendMessage(values: ContactFormValues, website: string) {
    // Removes the error of the previous attempt.
    if (failureToast.current !== undefined) toast.dismiss(failureToast.current);
    try {
      await send({ values, website, privacyVersion, isRestored });
    } catch (error) {
      showFailure(error);
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
      (fields) => setSummary(toSummary(id, { fields, general: [] })),
    )();
  }

  // Stays complete until every field is corrected: a shrinking summary would take the focus.
  const isCorrected = Object.keys(errors).length === 0 && summary.every(({ fieldId }) => fieldId);
  return {
    form,
    isSending: isSubmitting,
    summary: isCorrected ? [] : summary,
    onSubmit: handleSubmit,
    onChange: () => saveDraft(form.getValues()),
    onFocus: () => void loadRules().catch(() => null),
  };
}

/** Fills empty fields from the draft, then with the signed-in user. */
function usePrefill(form: UseFormReturn<ContactFormValues>, person: InquiryFormOptions['person']) {
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
    if (contact_type && form.getValues('contact_type') === contactTypes[0])
      form.setValue('contact_type', contact_type);
  }, [form]);
  useEffect(() => fillEmpty({ name: person?.name, email }), [person?.name, email]);
}
