import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useChange } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { createEmbedKey, listEmbedKeys, revokeEmbedKey, updateEmbedKey } from '../../wire/index.ts';
import { customsKey } from '../queries.ts';

const embedKey = [...customsKey, 'embed'];

export type EmbedKeyBody = CallInput<typeof createEmbedKey>['body'];

export const embedKeyList = createList(embedKey, listEmbedKeys);

type Sent = { body: EmbedKeyBody; idempotencyKey: string };

export const useCreateEmbedKey = () =>
  useChange(embedKey, ({ body, idempotencyKey }: Sent) =>
    call(createEmbedKey, { body }, { idempotencyKey }),
  );

export const useUpdateEmbedKey = (id: string) =>
  useChange(embedKey, (body: EmbedKeyBody) => call(updateEmbedKey, { params: { id }, body }));

export const useRevokeEmbedKey = () =>
  useChange(embedKey, (id: string) => call(revokeEmbedKey, { params: { id } }));
