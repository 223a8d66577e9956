#!/bin/sh
# Updates the installed shop: builds the new version beside the running one, copies the data, changes
# over, and goes back to program and data if the new version does not answer within a minute.
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$here/lib.sh"

usage() {
  cat << 'TEXT'
sudo npm run actualizar [-- --desde CARPETA|ARCHIVO.tar.gz] [--simular]
  Pasa la tienda instalada a la versión más nueva, y vuelve a la de antes si no responde en un minuto.
  --desde     toma la versión de una carpeta o de un archivo .tar.gz, en vez de donde se instaló
  --simular   cuenta lo que haría y no cambia nada; no pide permisos
TEXT
}

simulate=
from=
while [ $# -gt 0 ]; do
  case $1 in
    --simular) simulate=1 ;;
    --help | -h)
      usage
      exit 0
      ;;
    --desde=*)
      from=${1#*=}
      ;;
    --desde)
      [ $# -gt 1 ] || fail 2 'Falta el valor de --desde. Mira: npm run actualizar -- --help'
      from=$2
      shift
      ;;
    *) fail 2 "No conozco '$1'. Mira: npm run actualizar -- --help" ;;
  esac
  shift
done
[ -z "$from" ] || [ -e "$from" ] || fail 2 "--desde: no encuentro $from"

# --- The new version ---

# Only forward: an older program refuses the data of a newer one.
fetch_newest() {
  git -C "$CHECKOUT" fetch --quiet --tags origin || fail 1 'No pude bajar la versión nueva; nada cambió. Prueba más tarde.'
  newest=$(git -C "$CHECKOUT" tag --list 'v[0-9]*' --sort=-version:refname | head -n 1)
  newest=$(git -C "$CHECKOUT" rev-parse "${newest:-FETCH_HEAD}^{commit}")
  ! git -C "$CHECKOUT" merge-base --is-ancestor "$newest" HEAD || return 0
  git -C "$CHECKOUT" merge-base --is-ancestor HEAD "$newest" || fail 1 'Lo publicado no continúa tu versión; nada cambió. Pide ayuda a quien la publica.'
  git -C "$CHECKOUT" update-ref HEAD "$newest"
}

# take_sources TAR: says the name of the release.
take_sources() {
  if [ -z "$from" ]; then
    pack "$CHECKOUT" "$1"
  elif [ -d "$from" ]; then
    pack "$from" "$1"
  else
    gzip --decompress --stdout --force "$from" > "$1"
    sha256sum "$1" | cut -c 1-10
  fi
}

# --- The change-over with SQLite: one process, which stands still meanwhile ---

# as_account COMMAND: what lies in the data folder may be the account's doing, so root stays out of it.
as_account() {
  runuser -u "$ACCOUNT" -- sh -euc "umask 077; $1" sh "$data" "$copy"
}

copy_data() {
  # shellcheck disable=SC2016
  as_account 'rm -rf "$2"; mkdir -p "$2"; cp -p "$1"/shop.sqlite* "$2"; sync "$2"/*'
}

restore_data() {
  # shellcheck disable=SC2016
  as_account 'rm -rf "$2-fallida"; mkdir "$2-fallida"; find "$1" -maxdepth 1 -name "shop.sqlite*" -exec mv -t "$2-fallida" {} +; cp -p "$2"/* "$1"; sync "$1"/shop.sqlite*'
}

change_over() {
  say 'Detener la tienda y copiar sus datos'
  systemctl stop "$UNITS"
  copy_data || {
    systemctl start "$UNITS"
    fail 1 'No pude copiar los datos (¿disco lleno?); sigue la versión de antes.'
  }
  say 'Partir la versión nueva'
  switch_to "$RELEASES/$name"
  put_units "$CURRENT"
  start_and_await "$UNITS" || go_back
}

go_back() {
  say 'No respondió en un minuto: vuelvo al programa y a los datos de antes'
  systemctl stop "$UNITS"
  switch_to "$old"
  put_units "$old"
  restore_data || fail 1 "No pude reponer los datos de antes (¿disco lleno?). Están en $copy; la tienda queda detenida."
  start_and_await "$UNITS" || fail 1 "Tampoco respondió la de antes: journalctl -u $UNITS -n 50"
  fail 1 "Sigue la versión de antes, $(version "$old"). Qué pasó: journalctl -u $UNITS -n 50. Los datos de la que falló: $copy-fallida"
}

# --- The change-over of several processes on PostgreSQL: one after the other ---

# A process of the new version starts beside the old ones and migrates the database; only when it
# answers are they replaced. A migration only adds, so the old ones sell on whatever happens.
roll_over() {
  say 'Copiar la base de datos'
  dump_database || fail 1 'No pude copiar la base de datos; nada cambió.'
  say 'Partir un proceso de la versión nueva al lado de los de antes'
  switch_to "$RELEASES/$name"
  put_units "$CURRENT"
  trial=$(free_port)
  trial_unit=/run/systemd/system/pines@$trial.service.d
  { start_trial && await_health "$trial"; } || keep_old "La versión nueva no respondió en un minuto: journalctl -u pines@$trial -n 50."
  route_to "$trial" || keep_old 'Caddy no tomó el cambio.'
  for unit in $UNITS; do
    say "Cambiar $unit"
    systemctl stop "$unit"
    start_and_await "$unit" || fail 1 "$unit no respondió en un minuto; pines@$trial sigue vendiendo con la versión nueva: journalctl -u $unit -n 50"
  done
  if [ -e "$SITE" ]; then
    systemctl reload caddy || fail 1 "Caddy no tomó el cambio; pines@$trial sigue vendiendo con la versión nueva: journalctl -u caddy -n 50"
    sleep $ROUTE_SECONDS
  fi
  end_trial
}

keep_old() {
  end_trial
  switch_to "$old"
  put_units "$old"
  fail 1 "$1 Siguen vendiendo los procesos de la versión de antes, $(version "$old"); no los reinicies si la base ya cambió de formato: docs/operations.md, 'Updates'. Copia de la base: $copy/shop.dump"
}

# Requests that Caddy was about to send the earlier way have arrived by then.
ROUTE_SECONDS=2
# route_to PORT: Caddy sends requests there alone. It cannot send one with a body to another process
# when the first is just restarting. Its file stays, so that a restart of the machine undoes this.
route_to() {
  [ -e "$SITE" ] || return 0
  ports=$(for unit in $UNITS; do port_of "$unit"; done | paste -sd '|' -)
  routes=$(mktemp)
  caddy adapt --config /etc/caddy/Caddyfile 2> /dev/null |
    sed -E "s/\"upstreams\":\[(\{\"dial\":\"127\.0\.0\.1:($ports)\"\},?)+\]/\"upstreams\":[{\"dial\":\"127.0.0.1:$1\"}]/" > "$routes"
  caddy reload --config "$routes" > /dev/null 2>&1 || return 1
  rm "$routes"
  sleep $ROUTE_SECONDS
}

# The password goes by the environment, for other users of the machine may read arguments.
dump_database() {
  command -v pg_dump > /dev/null || fail 1 'Falta pg_dump: sudo apt-get install postgresql-client'
  # shellcheck disable=SC2016
  URL=$(variable DATABASE_URL) "$old/node_modules/.bin/node" --eval '
    const url = new URL(process.env.URL);
    console.log(decodeURIComponent(url.password));
    url.password = "";
    console.log(url.href);' | as_account '
    mkdir -p "$2"
    IFS= read -r PGPASSWORD
    export PGPASSWORD
    IFS= read -r url
    pg_dump --format=custom --file="$2/shop.dump" --dbname="$url"'
}

# One more process, which leaves the port of the figures to the others.
start_trial() {
  mkdir -p "$trial_unit"
  printf '[Service]\nExecStart=\nExecStart=/usr/bin/env METRICS_PORT= /bin/sh scripts/serve.sh server/main.ts\n' > "$trial_unit/trial.conf"
  systemctl daemon-reload
  systemctl start "pines@$trial"
}

end_trial() {
  systemctl stop "pines@$trial"
  rm -r "$trial_unit"
  systemctl daemon-reload
}

free_port() {
  port=3900
  while [ -n "$(ss -H -lnt "sport = :$port")" ]; do port=$((port + 1)); done
  echo "$port"
}

# start_and_await UNIT: also a unit that systemd refuses to start is one that does not answer.
start_and_await() {
  systemctl start "$1" && await_health "$(port_of "$1")"
}

port_of() { echo "$1" | sed 's/^pines@\(.*\)\.service$/\1/'; }

# --- From here on ---

[ -n "$simulate" ] || [ "$(id -u)" = 0 ] || fail 1 'Faltan permisos: sudo npm run actualizar'
if [ -n "$simulate" ]; then
  step "Bajar la versión más nueva${from:+ de $from}, instalarla y armarla al lado de la que corre"
  step 'Copiar los datos; con SQLite, con la tienda detenida unos segundos'
  step 'Partir la versión nueva y esperar hasta un minuto a que responda /health'
  step 'Si no responde: volver al programa y a los datos de antes'
  step 'Con PostgreSQL y varios procesos: cambiarlos uno tras otro, sin dejar de vender'
  exit 0
fi
old=$(readlink -e "$CURRENT") || fail 1 'Aquí no hay una tienda instalada por deploy/instalar.sh.'
exec 9> /run/lock/pines-actualizar
flock --nonblock 9 || fail 1 'Otra actualización está en marcha.'
# A lost connection must not leave it half way.
trap '' HUP PIPE

[ -n "$from" ] || [ -d "$CHECKOUT" ] || fail 2 'Esta tienda no se instaló de un repositorio: di de dónde con --desde. Mira: npm run actualizar -- --help'
[ -n "$from" ] || fetch_newest
tar=$(mktemp)
trap 'rm -f "$tar"' EXIT
name=$(take_sources "$tar")
[ "$RELEASES/$name" != "$old" ] || {
  say "Ya tienes la versión más nueva: $(version "$old")"
  exit 0
}
say 'Instalar y armar la versión nueva; la tienda sigue vendiendo'
[ -d "$RELEASES/$name" ] || make_release "$name" "$tar"

UNITS=$(systemctl list-units --plain --no-legend --state=active,activating,deactivating,failed 'pines@*.service' | awk '{ print $1 }')
UNITS=${UNITS:-pines@3000.service}
data=$(variable DATA_DIR)
copy=$data/antes-de-actualizar
trap '' INT TERM
if [ -n "$(variable DATABASE_URL)" ]; then roll_over; else change_over; fi
find "$RELEASES" -mindepth 1 -maxdepth 1 ! -path "$old" ! -path "$RELEASES/$name" -exec rm -rf {} +
say "Lista: la tienda es ahora la versión $(version "$CURRENT")"
