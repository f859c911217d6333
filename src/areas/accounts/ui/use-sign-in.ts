// The two steps of signing in: address, then code.
import { useRef, useState } from 'react';
import { session } from '#client/session.ts';
import site from '#content/site.json' with { type: 'json' };
import { toast } from '#ui/toast.ts';
import { codeLength, type Failure, type Sent, sendCode, verify } from './sign-in-calls.ts';

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

  function show(next: 'email' | 'code') {
    setFailure(null);
    setStep(next);
  }

  function accept(isAccepted: boolean) {
    setAccepted(isAccepted);
    session.saveTermsAccepted(isAccepted ? site.legal.termsVersion : null);
  }

  /** From a link or an earlier visit. Never sends anything. */
  function prefill(given: { email: string; otp: string }) {
    setEmail(given.email);
    setAccepted(session.readTermsAccepted(site.legal.termsVersion));
    if (!given.email || !isWholeCode(given.otp)) return;
    setCode(given.otp);
    setSent({ email: given.email, resendAtMs: 0, validMinutes: null });
    setStep('code');
  }

  const values = { step, email, hasAccepted, code, sent, failure };
  return { values, setEmail, setCode, setSent, setFailure, show, accept, prefill };
}

export function useSignIn() {
  const { values, setCode, setSent, setFailure, show, ...fields } = useSignInFields();
  const { email, hasAccepted, code, sent } = values;
  const [isSignedIn, setSignedIn] = useState(false);
  const { task, run } = useTask();

  const sendAs = (name: 'send' | 'resend', fallback: string) =>
    run(name, async () => {
      setFailure(null);
      setCode('');
      const result = await sendCode(email.trim(), fallback);
      if (result.kind === 'failed') {
        setFailure(result.failure);
        if (sent && result.retryAtMs !== null) setSent({ ...sent, resendAtMs: result.retryAtMs });
        return;
      }
      setSent(result.sent);
      show('code');
      if (result.kind === 'sent') toast.success('OTP code sent to your email');
      else toast.info('A code is on its way already. Enter it here.');
    });

  function send() {
    if (!email.trim()) return setFailure({ message: 'Please enter your email address' });
    if (!hasAccepted) return setFailure(termsNotAccepted);
    // Back and the same address again: the code that went out is still the one to enter.
    if (sent && isSameAddress(sent.email, email) && Date.now() < sent.resendAtMs)
      return show('code');
    void sendAs('send', 'Failed to send OTP');
  }

  function submitCode(given = code) {
    if (!isWholeCode(given))
      return setFailure({ message: 'Please enter the 6-digit verification code' });
    if (!hasAccepted) return setFailure(termsNotAccepted);
    void run('verify', async () => {
      setFailure(null);
      const refusal = await verify(email.trim(), given);
      setFailure(refusal ?? null);
      if (refusal) return setCode('');
      toast.success('Login successful');
      setSignedIn(true);
    });
  }

  function typeCode(next: string) {
    setCode(next);
    // Typed or pasted by the person: the last digit sends it. A link only fills the field.
    if (next !== code && isWholeCode(next)) submitCode(next);
  }

  const back = () => show('email');
  const resend = () => void sendAs('resend', 'Failed to resend verification code');
  const actions = { send, submitCode, typeCode, back, resend };
  return { ...values, ...fields, ...actions, isSignedIn, task };
}
