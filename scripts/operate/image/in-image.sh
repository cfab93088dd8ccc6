#!/bin/sh
# Runs a command in the file system of an image. Call this script inside a mount namespace
# (tests/internet/enter.sh), so that the mounts of the script disappear with the namespace.
set -eu
root=$1 mode=$2
shift 2

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
# Mounts copies of the files for name resolution. At /etc/resolv.conf and /etc/nsswitch.conf, enter.sh has
# mounted temporary files. It has then deleted the temporary files, and a deleted file cannot be bind-mounted.
mkdir "$root/tmp/etc"
for file in resolv.conf nsswitch.conf hosts; do
  cat "/etc/$file" >"$root/tmp/etc/$file" 2>/dev/null || continue
  [ -e "$root/etc/$file" ] || : >"$root/etc/$file"
  mount --bind "$root/tmp/etc/$file" "$root/etc/$file"
done

case $mode in
suites)
  folder=$1
  shift
  mkdir -p "$root$folder"
  mount --bind "$folder" "$root$folder"
  path="$folder/node_modules/.bin:/usr/local/bin:/usr/bin:/bin"
  exec chroot "$root" env PATH="$path" HOME=/root PYTHON=/opt/yt-dlp/bin/python \
    sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
  ;;
user)
  mount -t tmpfs -o mode=700,uid=1000,gid=1000 tmpfs "$root/merges"
  mount -o remount,bind,ro "$root"
  exec chroot --userspec=1000:1000 --groups= "$root" sh -c 'cd /app && exec "$@"' sh "$@"
  ;;
*)
  echo "in-image.sh: unknown mode $mode" >&2
  exit 2
  ;;
esac
