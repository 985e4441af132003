#!/bin/sh
# A dump of the database in FOLDER, with the time in its name; those that are older than 14 days are deleted when it is complete.
#   backup.sh FOLDER COMMAND…   where COMMAND writes the dump, such as: pg_dump -Fc palpite
# A disk is no backup of itself: copy FOLDER to another place afterwards.
set -eu
folder=$1
shift
umask 077
file=$folder/palpite-$(date -u +%Y-%m-%dT%H%M%SZ).dump
"$@" > "$file.part"
# An empty dump is none, however its command has ended.
[ -s "$file.part" ]
mv "$file.part" "$file"
find "$folder" -name 'palpite-*.dump' -mtime +14 -delete
echo "$file"
