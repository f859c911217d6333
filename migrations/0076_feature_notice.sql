-- What customers read of a feature that is switched off; the reason is for the audit log.
alter table feature_switch add column notice text not null default '';
