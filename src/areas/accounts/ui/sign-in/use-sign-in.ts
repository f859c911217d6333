// The two steps of sign-in: address, then code.
import { useRef, useState } from 'react';
import { isSessionUnstored, session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { normalizeEmail } from '#lib/email-address.ts';
import { normalizeCode } from '#lib/verification-code.ts';
import { toast } from '#ui/toast.ts';
import { deleteCodeStep, readCodeStep, saveCodeStep } from './saved-code-step.ts';
import {
  codeLength,
  describeLock,
  describeSentCode,
  type SentCode,
  type SignInFailure,
  sendCode,
  verify,
} from './sign-in-calls.ts';

export type SignInFlow = ReturnType<typeof useSignIn>;
const storageBlocked = `This browser blocks stored data of ${site.name}. You are signed in on this tab only, until it is reloaded or closed. To stay signed in, allow cookies and site data for this site in the settings of the browser, then sign in again.`;
const termsNotAccepted: SignInFailure = {
  message: 'Please accept the Terms of Service and Privacy Policy',
};
/** Of its toasts: each replaces the one before. */
const topic = 'sign-in';
type Task = 'send' | 'resend' | 'verify';

const isSameAddress = (a: string, b: string) => normalizeEmail(a) === normalizeEmail(b);
const isCompleteCode = (code: string) => new RegExp(`^\\d{${codeLength}}$`).test(code);

/** Runs one task at a time; a second one, such as a double click, is ignored. */
function useTask() {
  const [task, setTask] = useState<Task | null>(null);
  const isRunning = useRef(false);
  async function run(name: Task, work: () => Promise<void>) {
    if (isRunning.current) return;
    isRunning.current = true;
    setTask(name);
    await work();
    isRunning.current = false;
    setTask(null);
  }
  return { task, run };
}

/** The entries and the state of the screen. */
function useSignInFields() {
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [email, setEmail] = useState('');
  const [hasAccepted, setAccepted] = useState(false);
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<SentCode | null>(null);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const [isBack, setBack] = useState(false);

  function showEmail() {
    deleteCodeStep();
    setFailure(null);
    setBack(true);
    setStep('email');
  }

  function showCode(next: SentCode) {
    saveSent(next);
    setFailure(describeLock(next));
    setStep('code');
  }

  function saveSent(next: SentCode) {
    saveCodeStep(next);
    setSent(next);
  }

  function accept(isAccepted: boolean) {
    setAccepted(isAccepted);
    session.saveTermsAccepted(isAccepted ? site.legal.termsVersion : null);
    if (failure === termsNotAccepted) setFailure(null);
  }

  /** The error was about the previous address. */
  function changeEmail(next: string) {
    setEmail(next);
    setFailure(null);
  }

  /** From a link, from before a reload or from an earlier visit. Sends nothing. */
  function prefill(link: { email: string; otp: string }) {
    setAccepted(session.readTermsAccepted(site.legal.termsVersion));
    const saved = link.email ? null : readCodeStep();
    setEmail(link.email || saved?.email || session.readSavedEmail());
    const linkCode = normalizeCode(link.otp);
    const isWholeLink = link.email !== '' && isCompleteCode(linkCode);
    if (isWholeLink) setCode(linkCode);
    const sent = isWholeLink ? describeSentCode(link.email, 0) : saved;
    if (sent) showCode(sent);
  }

  const values = { step, email, hasAccepted, code, sent, failure, isBack };
  const setters = { setCode, setFailure, saveSent };
  return { values, ...setters, changeEmail, showEmail, showCode, accept, prefill };
}

export function useSignIn() {
  const { values, setCode, saveSent, setFailure, showEmail, showCode, ...fields } =
    useSignInFields();
  const { step, email, hasAccepted, code, sent, failure } = values;
  const [isSignedIn, setSignedIn] = useState(false);
  const { task, run } = useTask();

  /** A new code could not be used before the lock ends. */
  function delayResend({ retryAtMs, isLock, message }: SignInFailure) {
    if (sent && step === 'code' && retryAtMs !== undefined)
      saveSent({ ...sent, resendAtMs: retryAtMs, lockMessage: isLock ? message : undefined });
  }

  const sendAs = (name: 'send' | 'resend', fallback: string) =>
    run(name, async () => {
      setFailure(null);
      setCode('');
      const result = await sendCode(email.trim(), fallback);
      if (result.kind === 'failed') {
        setFailure(result.failure);
        return delayResend(result.failure);
      }
      showCode(result.sent);
      if (result.kind === 'sent') toast.success('OTP code sent to your email', { topic });
      else toast.info('A code is on its way already. Enter it here.', { topic });
    });

  function send() {
    if (!email.trim()) return setFailure({ message: 'Please enter your email address' });
    if (!hasAccepted) return setFailure(termsNotAccepted);
    // After Back with the same address, the code already sent is still valid.
    const now = Date.now();
    const isPending = sent && now < sent.resendAtMs && now < sent.expiresAtMs;
    if (isPending && isSameAddress(sent.email, email)) return showCode(sent);
    void sendAs('send', 'Failed to send OTP');
  }

  function submitCode(input = code) {
    if (!isCompleteCode(input))
      return setFailure({ message: 'Please enter the 6-digit verification code' });
    if (!hasAccepted) return setFailure(termsNotAccepted);
    void run('verify', async () => {
      setFailure(null);
      const refusal = await verify(email.trim(), input);
      if (refusal?.needsNewCode) setCode('');
      if (refusal?.isLock) delayResend(refusal);
      if (refusal) return setFailure(refusal);
      deleteCodeStep();
      toast.success('Login successful', { topic });
      if (isSessionUnstored()) toast.info(storageBlocked, { durationMs: Number.POSITIVE_INFINITY });
      setSignedIn(true);
    });
  }

  function changeCode(next: string) {
    setCode(next);
    // The advice after a wrong code stays until the next code is checked.
    if (!failure?.needsNewCode) setFailure(null);
    // Typing or pasting the last digit submits; a link only fills in the field.
    if (next !== code && isCompleteCode(next)) submitCode(next);
  }

  const resend = () => void sendAs('resend', 'Failed to resend verification code');
  const actions = { send, submitCode, changeCode, back: showEmail, resend };
  return { ...values, ...fields, ...actions, isSignedIn, task };
}
