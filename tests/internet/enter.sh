#!/bin/sh
# Runs a command in the sealed internet: a network namespace in which every address belongs to this machine.
# No packet leaves the sealed internet. A DNS server and imitated sites run inside it.
#   sh tests/internet/enter.sh COMMAND...         runs the command with DNS and sites, exits with its code
#   sh tests/internet/enter.sh --bare COMMAND...  runs the command in the namespace without DNS and sites
#   sh tests/internet/enter.sh --check            exits 0 on a supported system, else prints why and exits 77
set -u
here=$(cd "$(dirname "$0")" && pwd)

# The script calls itself in the new namespace with the option --inside. With this option, only this block
# runs.
if [ "${1:-}" = --inside ]; then
  shift
  ip link set lo up || exit 77
  ip route add local 0.0.0.0/0 dev lo || exit 77
  # Without an address outside 127.0.0.0/8, WebKitGTK resolves no name (AI_ADDRCONFIG of getaddrinfo).
  ip address add 93.184.216.34/32 dev lo || exit 77
  # On a system without IPv6, the IPv6 route cannot be added. The sealed internet then has only IPv4.
  ip -6 route add local ::/0 dev lo 2>/dev/null || true
  # The address of dead.example (names.ts) gets no route, so connections to it fail.
  ip route add unreachable 93.184.216.99/32 table local
  private=$(mktemp -d) || exit 77
  printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:2\n' >"$private/resolv.conf"
  printf 'hosts: files dns\n' >"$private/nsswitch.conf"
  for file in resolv.conf nsswitch.conf; do
    [ -e "/etc/$file" ] || [ "$file" = nsswitch.conf ] || { echo "/etc/$file is missing" >&2; exit 77; }
    [ ! -e "/etc/$file" ] || mount --bind "$private/$file" "/etc/$file" || exit 77
  done
  # The bind mounts keep resolv.conf and nsswitch.conf readable after the folder is deleted.
  rm -r "$private"
  export SEALED_INTERNET=1
  exec "$@"
fi

refuse() { echo "the sealed internet cannot run here: $1" >&2; exit 77; }
[ "$(uname -s)" = Linux ] || refuse 'it needs Linux network namespaces'
command -v unshare >/dev/null || refuse 'the program "unshare" (util-linux) is missing'
command -v ip >/dev/null || refuse 'the program "ip" (iproute2) is missing'

# With --kill-child, all processes of the namespace end together with the command, even when this shell is
# killed.
enter='unshare --net --mount --pid --fork --kill-child --mount-proc'
[ "$(id -u)" = 0 ] || enter="$enter --map-root-user"
said=$($enter sh "$here/enter.sh" --inside true 2>&1) || refuse "$(echo "$said" | tail -n 1)"

case "${1:-}" in
--check) exit 0 ;;
--bare) shift; exec $enter sh "$here/enter.sh" --inside "$@" ;;
esac
exec $enter sh "$here/enter.sh" --inside "$here/../../node_modules/.bin/node" "$here/run.ts" -- "$@"
