-- The kind of device (contract/rules/deviceType.ts); null for sessions that are older than this column.
alter table sessions add column device_type text;
