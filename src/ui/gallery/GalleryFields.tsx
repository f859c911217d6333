import { useState } from 'react';
import { Checkbox } from '../fields/Checkbox.tsx';
import { CodeInput } from '../fields/CodeInput.tsx';
import { ErrorSummary } from '../fields/ErrorSummary.tsx';
import { RadioGroup } from '../fields/RadioGroup.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import { TextArea } from '../fields/TextArea.tsx';
import { TextField } from '../fields/TextField.tsx';
import { AttachButton, UploadTray } from '../uploads/UploadTray.tsx';
import { useUploads } from '../uploads/use-uploads.ts';

const currencies = [
  { value: 'usd', label: 'US dollar' },
  { value: 'eur', label: 'Euro' },
  { value: 'xau', label: 'Gold', disabled: true },
];

const errors = [
  { message: 'Please enter a valid email', fieldId: 'gallery-email' },
  { message: 'Name must be at least 2 characters' },
];

function Codes() {
  const [code, setCode] = useState('123');
  return (
    <>
      <CodeInput
        label="Verification code"
        help="Six digits, from the mail that we just sent."
        value={code}
        onChange={setCode}
      />
      <CodeInput
        label="Verification code"
        error="Invalid OTP code"
        value="654321"
        onChange={setCode}
      />
    </>
  );
}

function Choices() {
  const [source, setSource] = useState<'balance' | 'payment'>('payment');
  return (
    <RadioGroup
      legend="Pay"
      name="gallery-source"
      value={source}
      onChange={setSource}
      options={[
        {
          value: 'balance',
          label: 'From your balance',
          help: 'You have $20.50: $58.50 is missing',
          isDisabled: true,
        },
        { value: 'payment', label: 'By card or bank', help: 'It begins when the money is there' },
      ]}
    />
  );
}

/** Sent to nobody: a file that is picked here stays on its way. */
function Attachments() {
  const uploads = useUploads({
    filesMax: 3,
    bytesMax: 1_048_576,
    send: (_file, onProgress, signal) =>
      new Promise((_, reject) => {
        onProgress(0);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <AttachButton uploads={uploads} onPick={uploads.add} />
      <UploadTray uploads={uploads} />
    </div>
  );
}

export const GalleryFields = () => (
  <div className="grid gap-10 md:grid-cols-2">
    <div className="grid content-start gap-5">
      <TextField label="Full Name" required autoComplete="name" placeholder="Ada Lovelace" />
      <TextField
        id="gallery-email"
        label="Email"
        type="email"
        required
        defaultValue="ada@"
        error="Please enter a valid email"
        help="We answer to this address."
      />
      <TextField label="Company Website" prefix="https://" placeholder="example.com" />
      <TextField label="Customs value" isNumeric suffix="USD" defaultValue="12,400.00" />
      <TextField label="Email" readOnly defaultValue="ada@example.com" />
      <TextField label="Phone" disabled defaultValue="+1 415" />
      <TextArea label="Message" required help="At least 10 characters." />
    </div>
    <div className="grid content-start gap-5">
      <SelectField label="Currency" options={currencies} placeholder="Choose a currency" />
      <SelectField label="Currency" options={currencies} error="Choose a currency." />
      <SelectField label="Currency" options={currencies} disabled />
      <Checkbox label="This is a company inquiry" />
      <Checkbox label="Send me a copy" defaultChecked help="To the address above." />
      <Checkbox
        label={
          <>
            I accept the{' '}
            <a href="#terms" className="link">
              Terms of Service
            </a>
          </>
        }
        error="Please accept the Terms of Service and Privacy Policy"
      />
      <Checkbox label="Not available" disabled />
      <Codes />
      <Choices />
      <TextArea label="Public key" isCode error="This is not a key." defaultValue="ssh-ed25519" />
      <Attachments />
      <ErrorSummary errors={errors} />
    </div>
  </div>
);
