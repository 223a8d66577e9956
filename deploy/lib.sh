# shellcheck shell=sh disable=SC2034
# What instalar.sh and actualizar.sh share. Versions of the program lie side by side below RELEASES and
# belong to root; CURRENT is a link to the one that runs, so that none is ever half replaced.
HOME_DIR=/srv/pines
RELEASES=$HOME_DIR/versiones
CURRENT=$HOME_DIR/actual
CHECKOUT=$HOME_DIR/fuente.git
VARIABLES=/etc/pines/pines.env
SITE=/etc/caddy/pines.caddy
# Builds a version and may read neither data nor variables: packages run their code in a build.
BUILDER=pines-obra
# The account of the running shop.
ACCOUNT=pines
HEALTH_SECONDS=60
NPM_VERSION=11.19.1
NPM_INTEGRITY=sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==

# A terminal that is gone does not end the work.
say() { printf '%s\n' "$*" || true; }

# fail CODE LINE: ends with one line; 2 is wrong use.
fail() {
  code=$1
  shift
  say "$*" >&2
  exit "$code"
}

# step LINE COMMAND…: tells what is done and does it; with --simular it only tells.
step() {
  say "${simulate:+Haría: }$1"
  shift
  [ -n "$simulate" ] || "$@"
}

# matches TEXT PATTERN: whether the whole text fits; `^` and `$` of awk do not stop at a line's end.
matches() { awk 'BEGIN { exit ARGV[1] !~ ARGV[2] }' "$1" "$2"; }

# variable NAME: its value in the shop's variables, empty without one.
variable() { sed -n "s/^$1=//p" "$VARIABLES" | tail -n 1 | sed 's/^"\(.*\)"$/\1/'; }

# version RELEASE: such as '0.1.0 (1a2b3c4d5e)'.
version() {
  number=$(sed -n 's/^ *"version": "\(.*\)",$/\1/p' "$1/package.json" | head -n 1)
  say "$number ($(basename "$(readlink -f "$1")"))"
}

# put FILE MODE: writes standard input to a file of root's, unless that is what it says already; then 1.
put() {
  mkdir -p "$(dirname "$1")"
  new=$(mktemp "$(dirname "$1")/.nuevo.XXXXXX")
  cat > "$new"
  chmod "$2" "$new"
  if [ -f "$1" ] && cmp -s "$new" "$1" && [ "$(stat -c %a "$1")" = "$2" ]; then
    rm "$new"
    return 1
  fi
  mv -T "$new" "$1"
}

# pack FOLDER FILE [REVISION]: writes a version's sources into a tar; says the name of its release.
pack() {
  if [ -d "$1/.git" ] || [ "$1" = "$CHECKOUT" ]; then
    git -c safe.directory='*' -C "$1" archive --output="$2" "${3:-HEAD}"
    git -c safe.directory='*' -C "$1" rev-parse --short=10 "${3:-HEAD}"
    return
  fi
  tar --create --file "$2" --directory "$1" --sort=name --exclude-vcs \
    --exclude=./node_modules --exclude=./dist --exclude=./data --exclude=./.env --exclude=./.cache .
  sha256sum "$2" | cut -c 1-10
}

# make_release NAME TAR: installs and builds a version as BUILDER, then hands it to root.
make_release() {
  work=$RELEASES/.$1
  rm -rf "$work"
  install -d -m 700 -o "$BUILDER" -g "$BUILDER" "$work"
  top=0
  tar --list --file "$2" | grep -E '^(\./)?package\.json$' > /dev/null || top=1
  as_builder tar --extract --no-same-owner --strip-components="$top" < "$2" || not_made
  as_builder test -f package-lock.json || fail 1 'Eso no es una versión de Pines: no trae package-lock.json.'
  fetch_node
  as_builder npm run --silent build < /dev/null > /dev/null || not_made
  as_builder npm prune --loglevel=error --omit=dev --ignore-scripts < /dev/null > /dev/null || not_made
  rm -rf "$work/.tools" "$work/.npm"
  chown -hR root:root "$work"
  chmod -R u=rwX,go=rX "$work"
  mv -T "$work" "$RELEASES/$1"
}

not_made() { fail 1 'No pude armar la versión (arriba dice por qué); nada cambió. Prueba otra vez más tarde.'; }

as_builder() {
  (cd "$work" && runuser -u "$BUILDER" -- env -i HOME="$work" PATH="$work/.tools/node/bin:/usr/bin:/bin" \
    ${https_proxy:+https_proxy="$https_proxy"} ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} "$@")
}

# The system's npm is too old to install the packages; it fetches the version's own Node, and an npm.
fetch_node() {
  node=node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  of_node() { sed -n "\\|\"node_modules/$node\": {|,/}/s/.*\"$1\": \"\\(.*\\)\".*/\\1/p" "$work/package-lock.json"; }
  fetch_package node "$node@$(of_node version)" "$(of_node integrity)"
  fetch_package npm "npm@$NPM_VERSION" "$NPM_INTEGRITY"
  as_builder ln -s ../../npm/bin/npm-cli.js .tools/node/bin/npm
}

# fetch_package FOLDER PACKAGE INTEGRITY
fetch_package() {
  as_builder mkdir -p ".tools/$1"
  as_builder /usr/bin/node /usr/bin/npm pack --loglevel=error --pack-destination ".tools/$1" "$2" > /dev/null || not_made
  packed=$(find "$work/.tools/$1" -name '*.tgz')
  [ "sha512-$(openssl dgst -sha512 -binary "$packed" | base64 -w 0)" = "$3" ] || fail 1 "$2 no es el paquete que esta versión espera; nada cambió."
  as_builder tar --extract --strip-components=1 --directory ".tools/$1" --file "$packed"
}

# switch_to RELEASE: makes a version the current one, in one rename.
switch_to() {
  ln -sfn "$1" "$CURRENT.nueva"
  mv -T "$CURRENT.nueva" "$CURRENT"
}

# put_units RELEASE: the service and the operator's command of a version.
put_units() {
  put /usr/local/sbin/pines 755 < "$1/deploy/pines" || true
  ! put /etc/systemd/system/pines@.service 644 < "$1/deploy/pines@.service" || systemctl daemon-reload
}

is_healthy() {
  curl --fail --silent --output /dev/null --max-time 5 "http://127.0.0.1:$1/health"
}

# await_health PORT: whether the shop there answers within HEALTH_SECONDS.
await_health() {
  until=$(($(uptime_seconds) + HEALTH_SECONDS))
  until is_healthy "$1"; do
    [ "$(uptime_seconds)" -lt "$until" ] || return 1
    sleep 1
  done
}

uptime_seconds() { cut -d . -f 1 /proc/uptime; }
