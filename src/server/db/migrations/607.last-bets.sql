-- The day of each player's last bet is kept by game only: that of a product, and of all products, is the latest of them.
-- A program that still keeps the others cannot count, so that no player is counted twice while servers are replaced.
delete from report_last_bets where game = '*';
alter table report_last_bets add check (game <> '*');
