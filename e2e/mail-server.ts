// A real SMTP server for the journeys, with what it received as JSON over HTTP: the tests run in
// other processes than this one.
import { createServer } from 'node:http';
import { startSmtp } from '#test/smtp.ts';
import { mailHttpPort, mailSmtpPort } from './ports.ts';

const smtp = await startSmtp(mailSmtpPort);
createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to');
  const mails = smtp.received
    .filter(({ recipients }) => to === null || recipients.includes(to))
    .map(({ subject, text, html }) => ({ subject, text, html }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(mails));
}).listen(mailHttpPort, '127.0.0.1');
