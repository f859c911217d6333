import type { ReactNode } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { booking } from './contact-booking.ts';

const { email, phone, address, messaging } = site.contact;

const Way = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-6 border-t border-line py-4 sm:grid-cols-[8rem_1fr] sm:items-baseline">
    <dt className="text-sm text-quiet">{name}</dt>
    <dd>{children}</dd>
  </div>
);

const linkClass = 'link inline-block py-0.5 wrap-anywhere';

/** All contact options in content/site.json. */
export const ContactWays = () => (
  <dl className="border-b border-line">
    <Way name="Email">
      <a className={linkClass} href={`mailto:${email}`}>
        {email}
      </a>
    </Way>
    <Way name="Phone">
      <a className={linkClass} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        {phone}
      </a>
    </Way>
    {messaging.map(({ label, handle, url }) => (
      <Way key={label} name={label}>
        <a className={linkClass} href={url}>
          {handle}
        </a>
      </Way>
    ))}
    {booking && (
      <Way name="A call">
        <a className={linkClass} href={booking.url}>
          {booking.label}
        </a>
      </Way>
    )}
    <Way name="Office">
      <address className="not-italic">
        {address.street}
        <br />
        {address.city}, {address.region} {address.postalCode}, {address.country}
      </address>
    </Way>
  </dl>
);
