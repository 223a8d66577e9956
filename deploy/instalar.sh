#!/bin/sh
# Installs the shop on a new machine; what is there already stays as it is. The owner's documents:
# docs/es/abrir.md; what it sets up and why: docs/operations.md.
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$here/lib.sh"

PACKAGES='ca-certificates caddy curl git npm openssl ufw unattended-upgrades'
SYSTEMS=' debian-12 debian-13 ubuntu-24.04 '
UNIT=pines@3000
FREE_KB=3000000
MEMORY_KB=1800000

usage() {
  cat << 'TEXT'
sudo sh deploy/instalar.sh [--dominio tienda.cl] [--correo tu@correo.cl] [--smtp smtps://usuario:clave@servidor:465] [--simular]
  Instala la tienda en Debian 12 o 13, o en Ubuntu 24.04. Lo que no digas aquí, lo pregunta.
  --dominio   dirección de la tienda, que ya apunta a esta máquina
  --correo    tu correo: con él entras como administrador
  --smtp      servidor que manda los correos de la tienda
  --simular   cuenta lo que haría y no cambia nada; no pide permisos
TEXT
}

simulate=
domain=
email=
smtp=
has_smtp=
while [ $# -gt 0 ]; do
  case $1 in
    --simular) simulate=1 ;;
    --help | -h)
      usage
      exit 0
      ;;
    --dominio=* | --correo=* | --smtp=*)
      name=${1%%=*}
      value=${1#*=}
      shift
      set -- "$name" "$value" "$@"
      continue
      ;;
    --dominio | --correo | --smtp)
      [ $# -gt 1 ] || fail 2 "Falta el valor de $1. Mira: sh deploy/instalar.sh --help"
      case $1 in
        --dominio) domain=$2 ;;
        --correo) email=$2 ;;
        --smtp)
          smtp=$2
          has_smtp=1
          ;;
      esac
      shift
      ;;
    *) fail 2 "No conozco '$1'. Mira: sh deploy/instalar.sh --help" ;;
  esac
  shift
done

LABEL='[a-z0-9]([a-z0-9-]*[a-z0-9])?'
is_domain() { matches "$1" "^(${LABEL}[.])+[a-z]([a-z0-9-]*[a-z0-9])?\$" && [ ${#1} -le 253 ]; }
is_email() { matches "$1" "^[A-Za-z0-9.!#\$%&*+/=?^_{|}~-]+@(${LABEL}[.])+[a-z][a-z0-9-]+\$"; }
# Nothing that a file of variables would read otherwise.
is_smtp() { matches "$1" "^smtps?://[^][:space:][:cntrl:]\"'\\\\\`#]+\$"; }
# 'https://Tienda.cl/' is how a browser shows it.
plain_domain() { printf %s "$1" | tr '[:upper:]' '[:lower:]' | sed 's|^https\{0,1\}://||; s|/$||'; }

check_domain() { is_domain "$domain" || complain "--dominio: escribe una dirección como tienda.cl (con ñ o tildes, su forma xn--…)"; }
check_email() { is_email "$email" || complain '--correo: escribe un correo como tu@correo.cl'; }
check_smtp() { [ -z "$smtp" ] || is_smtp "$smtp" || complain '--smtp: escribe algo como smtps://usuario:clave@servidor:465 (los signos raros de la clave, con %)'; }
# A wrong answer is asked for again, a wrong flag ends.
complain() {
  [ -n "$asking" ] || fail 2 "$1"
  say "${1#--*: }"
  return 1
}

# ask QUESTION: reads an answer of the terminal.
ask() {
  printf '%s: ' "$1" >&2
  IFS= read -r answer || fail 2 'Sin respuesta no puedo seguir.'
  printf %s "$answer"
}

ask_secretly() {
  stty -echo
  trap 'stty echo' EXIT
  ask "$1"
  stty echo
  trap - EXIT
  say >&2
}

# encode TEXT: percent-encoded, as a part of a URL.
encode() {
  printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g'
}

ask_smtp() {
  server=$(ask 'Servidor que manda los correos, como smtp.gmail.com:465 (vacío: después)')
  [ -n "$server" ] || return 0
  user=$(ask 'Usuario de ese servidor')
  password=$(ask_secretly 'Su clave (no se ve)')
  # Port 465 is encrypted from the start, any other by STARTTLS.
  case $server in
    *:465) scheme=smtps ;;
    *:*) scheme=smtp ;;
    *)
      scheme=smtps
      server=$server:465
      ;;
  esac
  printf '%s://%s:%s@%s' "$scheme" "$(encode "$user")" "$(encode "$password")" "$server"
}

# --- Answers, before anything is changed ---

asking=
domain=$(plain_domain "$domain")
[ -z "$domain" ] || check_domain
[ -z "$email" ] || check_email
check_smtp

has_variables=
if [ -r "$VARIABLES" ]; then
  has_variables=1
  installed=$(variable PUBLIC_URL)
  [ -z "$domain" ] || [ "https://$domain" = "$installed" ] || fail 2 "--dominio: la tienda ya está instalada en $installed; eso se cambia en $VARIABLES"
  domain=${installed#https://}
  email=${email:-$(variable ADMIN_EMAILS | cut -d , -f 1)}
elif [ -t 0 ] && { [ -z "$simulate" ] || [ -z "$domain$email" ]; }; then
  asking=1
  while [ -z "$domain" ] || ! check_domain; do
    domain=$(ask 'Dirección de la tienda, como tienda.cl') || exit 2
    domain=$(plain_domain "$domain")
  done
  while [ -z "$email" ] || ! check_email; do email=$(ask 'Tu correo') || exit 2; done
  until [ -n "$has_smtp" ]; do
    smtp=$(ask_smtp) || exit 2
    ! check_smtp || has_smtp=1
  done
elif [ -n "$simulate" ]; then
  domain=${domain:-tienda.ejemplo.cl}
  email=${email:-tu@correo.cl}
else
  [ -n "$domain" ] || fail 2 'Falta --dominio. Mira: sh deploy/instalar.sh --help'
  [ -n "$email" ] || fail 2 'Falta --correo. Mira: sh deploy/instalar.sh --help'
fi

# --- The machine ---

system=$(sed -n 's/^ID=//p' /etc/os-release | tr -d '"')-$(sed -n 's/^VERSION_ID=//p' /etc/os-release | tr -d '"')
owner_of_port() { ss -H -lntp "sport = :$1" 2> /dev/null | sed -n 's/.*users:(("\([^"]*\)".*/\1/p' | head -n 1; }
check_machine() {
  [ "$(id -u)" = 0 ] || fail 1 'Faltan permisos: sudo sh deploy/instalar.sh'
  case $SYSTEMS in
    *" $system "*) ;;
    *) fail 1 "Este sistema es $system; la tienda se instala en Debian 12 o 13, o en Ubuntu 24.04." ;;
  esac
  [ -d /run/systemd/system ] || fail 1 'Aquí no corre systemd, que mantiene la tienda en marcha.'
  for port in 80 443; do
    program=$(owner_of_port $port)
    [ -z "$program" ] || [ "$program" = caddy ] || fail 1 "El puerto $port lo ocupa $program; apágalo o usa otra máquina."
  done
  [ -e "$CURRENT" ] || [ "$(df -Pk /srv | awk 'NR == 2 { print $4 }')" -ge $FREE_KB ] || fail 1 'Faltan 3 GB libres en el disco.'
  [ "$(awk '/^(Mem|Swap)Total/ { kb += $2 } END { print kb }' /proc/meminfo)" -ge $MEMORY_KB ] || fail 1 'Faltan 2 GB de memoria (con la de intercambio).'
}
[ -n "$simulate" ] || check_machine

# --- Steps: each does nothing where it is done already ---

missing_packages() {
  for name in $PACKAGES; do
    dpkg-query -W -f '${db:Status-Status}' "$name" 2> /dev/null | grep -qx installed || printf '%s ' "$name"
  done
}

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  # shellcheck disable=SC2046
  apt-get -qq install -y --no-install-recommends $(missing_packages) > /dev/null
}

has_account() { getent passwd "$1" > /dev/null; }
add_account() { useradd --system --user-group --home-dir "$2" --no-create-home --shell /usr/sbin/nologin "$1"; }

make_folders() {
  install -d -m 755 "$HOME_DIR" "$RELEASES"
  install -d -m 700 -o "$ACCOUNT" -g "$ACCOUNT" /var/lib/pines
}

# The variables hold the secret and the password of the mail server: only root reads them.
write_variables() {
  install -d -m 700 "$(dirname "$VARIABLES")"
  put "$VARIABLES" 600 << TEXT
# Variables de la tienda; todas están en docs/configuration.md. Después de un cambio: sudo systemctl restart $UNIT
PUBLIC_URL=https://$domain
HOST=127.0.0.1
TRUST_PROXY=127.0.0.1
DATA_DIR=/var/lib/pines
ADMIN_EMAILS=$email
SHOP_EMAIL=$email
SMTP_URL=$smtp
AUTH_SECRET=$(head -c 48 /dev/urandom | base64 -w 0)
# Otro disco para las copias de cada noche, montado en /mnt/copias y propio de la cuenta $ACCOUNT:
#BACKUP_DIR=/mnt/copias
TEXT
}

install_program() {
  tar=$(mktemp)
  name=$(pack "$here/.." "$tar")
  make_release "$name" "$tar"
  rm "$tar"
  if [ -d "$here/../.git" ] && [ ! -e "$CHECKOUT" ]; then
    cp -R "$here/../.git" "$CHECKOUT"
    git config --file "$CHECKOUT/config" core.bare true
    chown -hR root:root "$CHECKOUT"
    chmod -R go= "$CHECKOUT"
  fi
  switch_to "$RELEASES/$name"
}

# The file that the package brings, which only says that Caddy works, gives way; any other is kept.
include_site() {
  brought=$(dpkg-query -W -f '${Conffiles}\n' caddy | awk '$1 == "/etc/caddy/Caddyfile" { print $2 }')
  [ "$(md5sum < /etc/caddy/Caddyfile | cut -d ' ' -f 1)" != "$brought" ] || : > /etc/caddy/Caddyfile
  say 'import pines.caddy' >> /etc/caddy/Caddyfile
}

write_site() {
  sed "s/{\$DOMINIO}/$domain/; s/{\$TIENDAS}/127.0.0.1:3000/" "$CURRENT/deploy/Caddyfile" | put "$SITE" 644 || true
  grep -qx 'import pines.caddy' /etc/caddy/Caddyfile || include_site
  caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile > /dev/null 2>&1 || fail 1 'Caddy no entiende /etc/caddy/Caddyfile: caddy validate --config /etc/caddy/Caddyfile'
  systemctl enable --quiet caddy
  systemctl reload-or-restart caddy
}

start_shop() {
  systemctl restart "$UNIT"
  await_health 3000 || fail 1 "La tienda no respondió en un minuto: journalctl -u $UNIT -n 50"
  link=$(/usr/local/sbin/pines primer-ingreso "$email")
  systemctl enable --quiet "$UNIT"
}

# The ports of SSH stay open, also an unusual one.
ssh_ports() {
  {
    sshd -T 2> /dev/null | awk '$1 == "port" { print $2 }'
    printf '%s\n' "${SSH_CONNECTION:-}" | awk 'NF { print $4 }'
  } | sort -un | grep . || say 22
}

is_firewall_up() { ufw status 2> /dev/null | grep -q '^Status: active'; }
raise_firewall() {
  for port in $(ssh_ports) 80 443; do ufw allow "$port/tcp"; done > /dev/null
  ufw allow 443/udp > /dev/null
  ufw --force enable > /dev/null 2>&1 || say 'Aviso: el cortafuegos no partió (ufw enable); pide a tu proveedor que abra solo los puertos 22, 80 y 443.'
}

[ -z "$(missing_packages)" ] || step "Instalar paquetes: $(missing_packages)" install_packages
has_account "$ACCOUNT" || step "Crear la cuenta $ACCOUNT, sin clave, que corre la tienda" add_account "$ACCOUNT" /var/lib/pines
has_account "$BUILDER" || step "Crear la cuenta $BUILDER, que solo instala versiones" add_account "$BUILDER" /nonexistent
[ -d "$RELEASES" ] || step "Crear $HOME_DIR (programa) y /var/lib/pines (datos)" make_folders
[ -n "$has_variables" ] || step "Escribir $VARIABLES, con un secreto nuevo: https://$domain, $email" write_variables
[ -e "$CURRENT" ] || step 'Instalar y armar el programa (unos minutos)' install_program
[ -e /etc/systemd/system/pines@.service ] || step 'Crear el servicio de systemd y la orden pines' put_units "$CURRENT"
link=
systemctl --quiet is-enabled "$UNIT" 2> /dev/null || step 'Partir la tienda, ahora y cada vez que prenda la máquina; cada noche a las 04:30 guarda una copia' start_shop
[ -e "$SITE" ] || step "Publicarla con Caddy, que consigue el certificado de https://$domain" write_site
is_firewall_up || step 'Abrir en el cortafuegos solo SSH y los puertos 80 y 443' raise_firewall

[ -z "$simulate" ] || exit 0
until=$(($(uptime_seconds) + HEALTH_SECONDS))
until curl --fail --silent --output /dev/null --max-time 5 --cacert /etc/ssl/certs/ca-certificates.crt "https://$domain/health"; do
  [ "$(uptime_seconds)" -lt "$until" ] || {
    say "Aviso: https://$domain todavía no responde. Revisa que $domain apunte a esta máquina; Caddy sigue pidiendo el certificado."
    break
  }
  sleep 2
done
say "La tienda $(version "$CURRENT") está en https://$domain"
if [ -n "$link" ]; then
  say "$link"
else
  say "Ya estaba instalada; nada cambió. Otro enlace para entrar: sudo pines primer-ingreso $email"
fi
