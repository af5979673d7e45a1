#!/bin/sh
# Starts $READ_ONLY_PROGRAM, for which the folder $READ_ONLY_FOLDER is a file system without writing.
uid=$(id -u) gid=$(id -g)
exec unshare --map-root-user --mount sh -c '
  mount --bind "$READ_ONLY_FOLDER" "$READ_ONLY_FOLDER" &&
  mount -o remount,bind,ro "$READ_ONLY_FOLDER" &&
  uid=$0 gid=$1 && shift &&
  exec unshare --map-user="$uid" --map-group="$gid" -- "$READ_ONLY_PROGRAM" "$@"' "$uid" "$gid" "$@"
