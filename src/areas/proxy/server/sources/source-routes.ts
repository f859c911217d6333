import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import type { Actor } from '#kernel/ports.ts';
import type { ProxySourceWire } from '../../wire/proxy-sources.ts';
import * as contract from '../../wire/proxy-sources.ts';
import { maySeeCredentials } from '../pool/serialize-proxies.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import {
  assertPublicAddress,
  createSource,
  deleteSource,
  listSources,
  readSource,
  requestSourceRefresh,
  type SourceOwner,
  updateSource,
} from './manage-sources.ts';

/** Throws `not_found` when the account has no resource with this name. */
async function requireOwner(db: Db, actor: Actor, name: string): Promise<SourceOwner> {
  const { id } = await requireResource(db, actor, name);
  return { resourceId: id, showsAddress: maySeeCredentials(actor) };
}

export function sourceRoutes(api: Api, proxies: Proxies): void {
  const { work } = api.kernel;
  mount(api, contract.listSources, async ({ db, actor, params, query, request }) => {
    const owner = await requireOwner(db, actor, params.name);
    return respondPage(api, { query, request }, (page) => listSources(proxies, db, owner, page));
  });
  mount(api, contract.createSource, async ({ actor, params, body, lastWrite }) => {
    const owner = await work.read((db) => requireOwner(db, actor, params.name));
    await assertPublicAddress(proxies, body.url);
    const write = lastWrite((source: ProxySourceWire) => respond(201, source));
    return respond(201, await write((tx) => createSource(proxies, tx, owner, body)));
  });
  mount(api, contract.updateSource, async ({ actor, params, body }) => {
    const owner = await work.read((db) => requireOwner(db, actor, params.name));
    await assertPublicAddress(proxies, body.url);
    return respond(
      200,
      await work.write((tx) => updateSource(proxies, tx, owner, params.id, body)),
    );
  });
  mount(api, contract.refreshSource, async ({ db, actor, params }) => {
    const owner = await requireOwner(db, actor, params.name);
    return respond(200, await requestSourceRefresh(proxies, db, owner, params.id));
  });
  mount(api, contract.deleteSource, async ({ db, actor, params }) => {
    await deleteSource(proxies, db, await requireOwner(db, actor, params.name), params.id);
    return respond(204);
  });
  poolSourceRoutes(api, proxies);
}

/** Staff manage the sources of the shared pool, but see no credentials. */
const pool: SourceOwner = { resourceId: null, showsAddress: false };

/** The fields for the audit log, without secrets. */
const auditedFields = ({ name, url, is_active, refresh_minutes, missed_max }: ProxySourceWire) => ({
  name,
  url,
  is_active,
  refresh_minutes,
  missed_max,
});
const type = 'proxy_source' as const;

function poolSourceRoutes(api: Api, proxies: Proxies): void {
  const { work } = api.kernel;
  mount(api, contract.listPoolSources, ({ db, query, request }) =>
    respondPage(api, { query, request }, (page) => listSources(proxies, db, pool, page)),
  );
  mount(api, contract.createPoolSource, async ({ body, audit, lastWrite }) => {
    await assertPublicAddress(proxies, body.url);
    const write = lastWrite((created: ProxySourceWire) => respond(201, created));
    const source = await write(async (tx) => {
      const created = await createSource(proxies, tx, pool, body);
      const after = auditedFields(created);
      await audit.record(tx, { type, id: created.id, before: null, after });
      return created;
    });
    return respond(201, source);
  });
  mount(api, contract.updatePoolSource, async ({ params: { id }, body, audit }) => {
    await assertPublicAddress(proxies, body.url);
    const source = await work.write(async (tx) => {
      const before = auditedFields(await readSource(proxies, tx, pool, id));
      const updated = await updateSource(proxies, tx, pool, id, body);
      await audit.record(tx, { type, id, before, after: auditedFields(updated) });
      return updated;
    });
    return respond(200, source);
  });
  mount(api, contract.refreshPoolSource, async ({ db, params: { id }, audit }) => {
    const source = await requestSourceRefresh(proxies, db, pool, id);
    await audit.record(db, { type, id, after: { refresh: 'requested' } });
    return respond(200, source);
  });
  mount(api, contract.deletePoolSource, async ({ db, params: { id }, audit }) => {
    const before = auditedFields(await readSource(proxies, db, pool, id));
    await deleteSource(proxies, db, pool, id);
    await audit.record(db, { type, id, before, after: null });
    return respond(204);
  });
}
