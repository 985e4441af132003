-- Checks of rows that exist for certain cost every bet two locks and three look-ups: a posting locks its wallet, which
-- references the player, and a round's seeds were read for that player. Neither is ever deleted.
alter table transfers drop constraint transfers_user_id_fkey;
alter table game_rounds drop constraint game_rounds_user_id_fkey, drop constraint game_rounds_seed_pair_id_fkey;
