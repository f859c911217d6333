// npm run mail -- status | check | try FILE | hold REASON | release | discard --older-than DAYS
import { readFile } from 'node:fs/promises';
import { describeMail } from '#areas/support/server/index.ts';
import { checkMailServer } from '#kernel/mail/check-mail-server.ts';
import { dayMs } from '#lib/durations.ts';
import { formatCount, formatUtcDateTime } from '#lib/format.ts';
import { readAppConfig } from '../src/app-config.ts';
import { withKernel, withKernelAsItIs } from './with-kernel.ts';

const usage = `Usage: npm run mail -- status
       npm run mail -- check                     (connects to the mail server and signs in)
       npm run mail -- try FILE                  (shows what a mail would become in a ticket)
       npm run mail -- hold "REASON"             (all mails wait, except new sign-in codes)
       npm run mail -- release                   (sends held mails and ends the hold)
       npm run mail -- discard --older-than 2d   (of held mails; 0d discards all of them)`;

const [command = '', option = '', value = '', ...rest] = process.argv.slice(2);
const days = option === '--older-than' ? /^(\d{1,4})d?$/.exec(value)?.[1] : undefined;
const usable: Record<string, boolean> = {
  status: option === '',
  check: option === '',
  try: option !== '' && value === '',
  hold: option.trim() !== '' && value === '',
  release: option === '',
  discard: days !== undefined,
};

const isUsable = Object.hasOwn(usable, command) && usable[command] && rest.length === 0;
if (isUsable && command === 'check')
  await withKernelAsItIs(async (kernel) => {
    const { state, message } = await checkMailServer(kernel);
    console.log(message);
    if (state === 'down') process.exitCode = 1;
  });
else if (isUsable && command === 'try') {
  const ourHost = readAppConfig(process.env).MAIL_FROM.split('@').at(-1)!;
  // Without the texts of ours that it quotes: only what names one of our addresses is folded.
  process.stdout.write(await describeMail(await readFile(option), { sent: [], ourHost }));
} else if (isUsable)
  await withKernel(async ({ mail, work, clock }) => {
    const { holds } = mail;
    if (command === 'hold') await holds.create(option.trim());
    if (command === 'release') {
      const released = await work.write((tx) => holds.release(tx));
      if (released === null) throw new Error('Mails are not held.');
      console.log(`${formatCount(released, 'mail')} released. The running processes send them.`);
    }
    if (command === 'discard') {
      const before = new Date(clock.now().getTime() - Number(days) * dayMs);
      const discarded = await work.write((tx) => holds.discard(tx, before));
      if (discarded === null) throw new Error('Mails are not held.');
      console.log(`${formatCount(discarded, 'mail')} discarded.`);
    }
    const { hold, count } = await holds.read();
    console.log(
      hold
        ? `Held since ${formatUtcDateTime(hold.since)}: ${formatCount(count, 'mail')}. ${hold.reason}`
        : 'Mails are delivered as usual.',
    );
    for (const { queue, count: waiting, failing } of await mail.listWaiting())
      console.log(`${queue}: ${waiting} waiting, ${failing} of them after a failed attempt`);
  });
else {
  console.error(usage);
  process.exitCode = 1;
}
