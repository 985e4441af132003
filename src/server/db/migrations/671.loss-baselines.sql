alter table loss_marks rename to period_loss_baselines;
alter index loss_marks_pkey rename to period_loss_baselines_pkey;

-- For servers of the program before this one, which go on while they are replaced one by one.
create view loss_marks as select * from period_loss_baselines;
