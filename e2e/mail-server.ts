// An SMTP server for the browser tests. It provides the received e-mails as JSON over HTTP, because
// the tests run in other processes.
import { createServer } from 'node:http';
import { startSmtpServer } from '#test/fakes/smtp-server.ts';
import { mailHttpPort, mailSmtpPort } from './ports.ts';

const smtp = await startSmtpServer(mailSmtpPort);
createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to');
  const mails = smtp.received
    .filter(({ recipients }) => to === null || recipients.includes(to))
    .map(({ subject, text, html }) => ({ subject, text, html }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(mails));
}).listen(mailHttpPort, '127.0.0.1');
