-- Staff can disable an app for everyone. Its connections stay, and work again once it is enabled.
alter table oauth_client add column disabled_at timestamptz;
alter table oauth_client add column disabled_reason text not null default '';
-- The address of the document that describes it; null for one that registered itself.
alter table oauth_client add column document_url text;
-- Of the list of staff, the latest used first.
create index oauth_client_latest on oauth_client (last_used_at desc, id desc);
-- Of the connections of one app, the latest used first.
create index oauth_grant_by_client_use on oauth_grant (client_id, last_used_at desc, id desc);
drop index oauth_grant_by_client;
