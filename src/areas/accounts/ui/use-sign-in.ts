// The two steps of signing in: address, then code.
import { useRef, useState } from 'react';
import { session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { toast } from '#ui/toast.ts';
import { deleteCodeStep, readCodeStep, saveCodeStep } from './saved-code-step.ts';
import {
  codeLength,
  type Failure,
  type Sent,
  sendCode,
  sentBefore,
  verify,
} from './sign-in-calls.ts';

export type SignInFlow = ReturnType<typeof useSignIn>;
const termsNotAccepted: Failure = {
  message: 'Please accept the Terms of Service and Privacy Policy',
};
type Task = 'send' | 'resend' | 'verify';

const isSameAddress = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const isWholeCode = (code: string) => new RegExp(`^\\d{${codeLength}}$`).test(code);

/** Runs one task at a time and tells which; a second one, from a fast finger, is dropped. */
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

/** What the person entered and what the screen shows of it. */
function useSignInFields() {
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [email, setEmail] = useState('');
  const [hasAccepted, setAccepted] = useState(false);
  const [code, setCode] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBack, setBack] = useState(false);

  function showEmail() {
    deleteCodeStep();
    setFailure(null);
    setBack(true);
    setStep('email');
  }

  function showCode(next: Sent) {
    keepSent(next);
    setFailure(null);
    setStep('code');
  }

  function keepSent(next: Sent) {
    saveCodeStep(next);
    setSent(next);
  }

  function accept(isAccepted: boolean) {
    setAccepted(isAccepted);
    session.saveTermsAccepted(isAccepted ? site.legal.termsVersion : null);
    if (failure === termsNotAccepted) setFailure(null);
  }

  /** The failure belonged to the previous address. */
  function typeEmail(next: string) {
    setEmail(next);
    setFailure(null);
  }

  /** From a link, from before a reload, or from an earlier visit. Never sends anything. */
  function prefill(link: { email: string; otp: string }) {
    setAccepted(session.readTermsAccepted(site.legal.termsVersion));
    const saved = link.email ? null : readCodeStep();
    setEmail(link.email || saved?.email || session.readSavedEmail());
    const isWholeLink = link.email !== '' && isWholeCode(link.otp);
    if (isWholeLink) setCode(link.otp);
    const sent = isWholeLink ? sentBefore(link.email, 0) : saved;
    if (sent) showCode(sent);
  }

  const values = { step, email, hasAccepted, code, sent, failure, isBack };
  const setters = { setCode, setFailure, keepSent };
  return { values, ...setters, typeEmail, showEmail, showCode, accept, prefill };
}

export function useSignIn() {
  const { values, setCode, keepSent, setFailure, showEmail, showCode, ...fields } =
    useSignInFields();
  const { step, email, hasAccepted, code, sent, failure } = values;
  const [isSignedIn, setSignedIn] = useState(false);
  const { task, run } = useTask();

  /** No new code can be used before the wait is over. */
  function delayResend({ retryAtMs }: Failure) {
    if (sent && step === 'code' && retryAtMs !== undefined)
      keepSent({ ...sent, resendAtMs: retryAtMs });
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
      if (result.kind === 'sent') toast.success('OTP code sent to your email');
      else toast.info('A code is on its way already. Enter it here.');
    });

  function send() {
    if (!email.trim()) return setFailure({ message: 'Please enter your email address' });
    if (!hasAccepted) return setFailure(termsNotAccepted);
    // Back and the same address again: the code that went out is still the one to enter.
    const now = Date.now();
    const isAwaited = sent && now < sent.resendAtMs && now < sent.expiresAtMs;
    if (isAwaited && isSameAddress(sent.email, email)) return showCode(sent);
    void sendAs('send', 'Failed to send OTP');
  }

  function submitCode(given = code) {
    if (!isWholeCode(given))
      return setFailure({ message: 'Please enter the 6-digit verification code' });
    if (!hasAccepted) return setFailure(termsNotAccepted);
    void run('verify', async () => {
      setFailure(null);
      const refusal = await verify(email.trim(), given);
      if (refusal?.needsNewCode) setCode('');
      if (refusal?.isLock) delayResend(refusal);
      if (refusal) return setFailure(refusal);
      deleteCodeStep();
      toast.success('Login successful');
      setSignedIn(true);
    });
  }

  function typeCode(next: string) {
    setCode(next);
    // What a wrong code asks for stays until the next one is judged.
    if (!failure?.needsNewCode) setFailure(null);
    // Typed or pasted by the person: the last digit sends it. A link only fills the field.
    if (next !== code && isWholeCode(next)) submitCode(next);
  }

  const resend = () => void sendAs('resend', 'Failed to resend verification code');
  const actions = { send, submitCode, typeCode, back: showEmail, resend };
  return { ...values, ...fields, ...actions, isSignedIn, task };
}
