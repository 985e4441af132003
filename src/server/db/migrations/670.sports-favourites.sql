alter table board_marks rename to sports_favourites;
alter index board_marks_pkey rename to sports_favourites_pkey;

-- For servers of the program before this one, which go on while they are replaced one by one.
create view board_marks as select * from sports_favourites;
