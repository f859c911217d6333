import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { createEmbedKey, listEmbedKeys, revokeEmbedKey, updateEmbedKey } from '../../wire/index.ts';
import { customsKey } from '../queries.ts';

const embedKey = [...customsKey, 'embed'];

export type EmbedKeyBody = CallInput<typeof createEmbedKey>['body'];

export const embedKeyList = createList(embedKey, listEmbedKeys);

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: embedKey }),
  });
}

type Sent = { body: EmbedKeyBody; idempotencyKey: string };

export const useCreateEmbedKey = () =>
  useChange(({ body, idempotencyKey }: Sent) => call(createEmbedKey, { body }, { idempotencyKey }));

export const useUpdateEmbedKey = (id: string) =>
  useChange((body: EmbedKeyBody) => call(updateEmbedKey, { params: { id }, body }));

export const useRevokeEmbedKey = () =>
  useChange((id: string) => call(revokeEmbedKey, { params: { id } }));
