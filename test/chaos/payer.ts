// Customers who pay once, and a provider that tells of it several times and in any order.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  sandboxKeys,
  sandboxSignatureHeader,
  signSandboxBody,
} from '#areas/payments/server/providers/sandbox/sandbox-signature.ts';
import type { Random } from '../fuzz/random.ts';
import { type Client, isWorthRepeating } from './client.ts';

export type Payer = {
  pay(uuid: string): Promise<void>;
  /** Ids of payments whose customer saw that they were paid. */
  paid: ReadonlySet<string>;
  /** During a storm each event is sent more often. */
  setStorm(isOn: boolean): void;
  /** Events that were not accepted are not sent again. */
  stop(): void;
};

const repeatEveryMs = 500;
const timesEach = 2;
const timesInStorm = 8;

export function createPayer(client: Client, random: Random, secret: string): Payer {
  const paid = new Set<string>();
  let isStorm = false;
  let isOver = false;

  /** A provider sends an event again until it is accepted. */
  async function deliver(body: string): Promise<void> {
    const signature = signSandboxBody(sandboxKeys([secret])[0], body, new Date());
    const headers = { 'content-type': 'application/json', [sandboxSignatureHeader]: signature };
    const call = { method: 'POST', path: '/apix/payments/webhook/', body, headers };
    while (isWorthRepeating(await client.send(call)) && !isOver) await sleep(repeatEveryMs);
  }
  return {
    paid,
    async pay(uuid) {
      const path = `/pay/sandbox/${uuid}`;
      const body = new URLSearchParams({ action: 'pay' });
      const answer = await client.send({ method: 'POST', path, body });
      if (answer && answer.status < 400) paid.add(uuid);
      const times = isStorm ? timesInStorm : timesEach;
      const events = ['confirming', 'confirmed', 'finished'].flatMap((status) =>
        Array.from({ length: times }, () => printEvent(uuid, status)),
      );
      for (const event of shuffle(events, random)) await deliver(event);
    },
    setStorm: (isOn) => {
      isStorm = isOn;
    },
    stop: () => {
      isOver = true;
    },
  };
}

const printEvent = (uuid: string, status: string): string =>
  JSON.stringify({
    id: `chaos-${uuid}-${status}`,
    payment_id: null,
    order_id: uuid,
    status,
    price_amount: '5.00',
    price_currency: 'USD',
  });

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(random.below(left.length), 1));
  return result;
}
