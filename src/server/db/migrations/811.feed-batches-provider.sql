-- The versions of two providers overlap while FEED_PROVIDER changes from process to process: each reads its own. What a process
-- writes that does not know the column yet is read by none that does, which then reads everything.
alter table feed_batches add column provider text not null default '';
