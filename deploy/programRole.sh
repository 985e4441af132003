#!/bin/sh
# Creates the servers' role, which owns nothing, in a new database; the first migration gives it its rights.
# For an existing one: docker compose exec postgres sh /docker-entrypoint-initdb.d/programRole.sh
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PROGRAM_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role palpite_program login password :'password';
SQL
