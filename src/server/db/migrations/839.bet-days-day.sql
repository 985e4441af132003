-- Days are finished in turn. Rows are inserted in the order of their days, so the smallest kind of index finds them.
create index concurrently if not exists bet_days_day on bet_days using brin (day) with (autosummarize = on);
