import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { formatBytes } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import type { OriginalMailWire, TicketMessageWire } from '../../wire/index.ts';
import { useOriginalMail } from '../queries.ts';

type MailProps = { mail: OriginalMailWire };

/** The frame has no scripts and an origin of its own; the response says so too. */
function Page({ mail }: MailProps) {
  const [hasPictures, setPictures] = useState(false);
  const src = hasPictures ? mail.page_with_pictures_url : mail.page_url;
  return (
    <div className="grid gap-3">
      {!hasPictures && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="small" onClick={() => setPictures(true)}>
            Load pictures
          </Button>
          <p className="text-sm text-quiet">
            Pictures from other servers tell the sender that the mail was opened.
          </p>
        </div>
      )}
      <iframe
        key={src}
        src={src ?? undefined}
        title="The mail as its sender designed it"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        className="h-[60vh] w-full border border-line bg-white"
      />
    </div>
  );
}

const Headers = ({ mail }: MailProps) => (
  <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
    {mail.headers.map(({ name, value }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: several headers have the same name.
      <div key={at} className="contents">
        <dt className="text-quiet wrap-anywhere">{name}</dt>
        <dd className="font-mono text-xs wrap-anywhere sm:pt-0.5">{value}</dd>
      </div>
    ))}
  </dl>
);

const Text = ({ mail }: MailProps) => (
  <p className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
    {mail.text || 'This mail has no plain text.'}
  </p>
);

const download = (href: string, label: string, size: number) => (
  <a href={href} download className="link">
    {label} <span className="text-quiet">({formatBytes(size)})</span>
  </a>
);

const Files = ({ mail }: MailProps) => (
  <ul className="divide-y divide-line">
    <li className="py-3">{download(mail.source_url, 'The source of the mail', mail.size_bytes)}</li>
    {mail.parts.map((part) => (
      <li key={part.url} className="py-3 wrap-anywhere">
        {download(part.url, part.name, part.size_bytes)}
        <span className="block text-sm text-quiet">{part.content_type}</span>
      </li>
    ))}
  </ul>
);

const Original = ({ mail }: MailProps) => (
  <Tabs
    label="Original mail"
    items={[
      ...(mail.page_url === null
        ? []
        : [{ value: 'page', label: 'Formatted', content: <Page mail={mail} /> }]),
      { value: 'text', label: 'Text', content: <Text mail={mail} /> },
      { value: 'headers', label: 'Headers', content: <Headers mail={mail} /> },
      { value: 'files', label: 'Files', content: <Files mail={mail} /> },
    ]}
  />
);

/** Shows the mail that a message came from, while it is stored. */
export function OriginalMail({ message }: { message: TicketMessageWire }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useOriginalMail(
    { ticket_uuid: message.ticket, uuid: message.uuid },
    isOpen,
  );
  if (message.original_url === null) return null;
  return (
    <Dialog
      size="large"
      isOpen={isOpen}
      onOpenChange={setOpen}
      title="Original mail"
      trigger={
        <button type="button" className="mt-2 block w-fit cursor-pointer text-sm link-quiet">
          Show original mail
        </button>
      }
    >
      {data && <Original mail={data} />}
      {!data && !error && <Skeleton className="h-40" />}
      {!data && error && (
        <LoadError
          message={errorMessage(error)}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      )}
    </Dialog>
  );
}
