-- The first of several legs on one match has the odds of all, the others have 1.
alter table ticket_legs drop constraint ticket_legs_odds_check;
alter table ticket_legs add constraint ticket_legs_odds_check check (odds >= 1);
