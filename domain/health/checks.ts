import { DAY_MS, formatDate, formatDateTime, HOUR_MS } from '#domain/base/dates.ts';
import { compareVersions } from './versions.ts';

/** What is looked at, in the order shown, with its name on the screen. */
export const CHECKS = {
  mail: 'Correos',
  jobs: 'Tareas',
  copies: 'Copias de seguridad',
  disk: 'Disco',
  files: 'Archivos',
  database: 'Base de datos',
  address: 'Dirección',
  update: 'Versión',
} as const;
export type CheckName = keyof typeof CHECKS;

export const CHECK_STATES = ['ok', 'warning', 'failed'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The result of a check. Its text has no personal values: it is also sent to `ALERT_URL`. */
export type Finding = {
  state: CheckState;
  text: string;
  /** Since when, in milliseconds since 1970; left out where only the time of the look is known. */
  since?: number;
};

const ok = (text: string): Finding => ({ state: 'ok', text });

export type MailFacts = {
  /** Mails that were given up, and the time of the first. */
  failed: number;
  failedSince: number | null;
  /** When the mail that has waited longest was due. */
  waitingSince: number | null;
  /** Mails are stored as files: no mail server is configured. */
  areFiles: boolean;
};

export function judgeMail(facts: MailFacts, now: number): Finding {
  const { failed, failedSince, waitingSince, areFiles } = facts;
  if (failed > 0) {
    return {
      state: 'failed',
      text:
        failed === 1
          ? 'No se pudo entregar un correo'
          : `No se pudieron entregar ${failed} correos`,
      ...(failedSince !== null && { since: failedSince }),
    };
  }
  if (waitingSince !== null && isLong(waitingSince, now)) {
    return {
      state: 'warning',
      text: 'Hay correos que esperan hace más de una hora: revisa el servidor de correo',
      since: waitingSince + HOUR_MS,
    };
  }
  return ok(
    areFiles
      ? 'Se guardan como archivos y nadie los recibe: falta SMTP_URL'
      : 'Los correos se envían',
  );
}

const isLong = (since: number, now: number) => now - since >= HOUR_MS;

/** Returns whether mails cannot be relied on: several were refused, or one has waited an hour. */
export function isMailUnreliable({ failed, waitingSince }: MailFacts, now: number): boolean {
  return failed > 1 || (waitingSince !== null && isLong(waitingSince, now));
}

/** @param facts jobs other than mails that were given up, and the time of the first */
export function judgeJobs(facts: { failed: number; failedSince: number | null }): Finding {
  const { failed, failedSince } = facts;
  if (failed === 0) return ok('Todas se terminan');
  return {
    state: 'failed',
    text:
      failed === 1 ? 'Una tarea no se pudo terminar' : `${failed} tareas no se pudieron terminar`,
    ...(failedSince !== null && { since: failedSince }),
  };
}

/** Times in milliseconds since 1970. */
export type CopiesFacts = {
  /** When the newest good copy was made; null: there is none yet. */
  lastCopy: number | null;
  /** When a copy was restored whole as a trial; null: never. */
  lastTrial: number | null;
  /** The last trial did not succeed. */
  isTrialFailed: boolean;
  /**
   * `lost`: on the disk of the shop, where another one was set; `same`: there, as none was set;
   * `missing`: the folder that was set is not there, or is read-only.
   */
  place: 'apart' | 'same' | 'lost' | 'missing';
  /** Since when copies are expected. */
  expectedSince: number;
};

/** A copy is made every night, a trial once a week. */
const COPY_MS = 26 * HOUR_MS;
const TRIAL_MS = 8 * DAY_MS;

export function judgeCopies(facts: CopiesFacts, now: number): Finding {
  const { lastCopy, lastTrial, isTrialFailed, place, expectedSince } = facts;
  if (place === 'missing') {
    const text =
      'La carpeta de BACKUP_DIR no está o no se puede escribir en ella: conecta su disco o corrige la variable';
    return { state: 'failed', text };
  }
  const nextCopy = (lastCopy ?? expectedSince) + COPY_MS;
  const nextTrial = (lastTrial ?? expectedSince) + TRIAL_MS;
  if (now > nextCopy) {
    const text =
      lastCopy === null
        ? 'Todavía no hay ninguna copia'
        : `La última copia es del ${formatDateTime(lastCopy)}`;
    return { state: 'failed', text, since: nextCopy };
  }
  if (isTrialFailed) {
    return { state: 'failed', text: 'La última copia no se pudo recuperar en la prueba' };
  }
  if (lastCopy === null) return ok('La primera copia se hace esta noche');
  if (now > nextTrial) {
    const text = 'Hace más de una semana que no se prueba recuperar una copia';
    return { state: 'warning', text, since: nextTrial };
  }
  const where = 'en el mismo disco que la tienda: si se daña, se pierden con ella';
  if (place === 'lost') return { state: 'warning', text: `Las copias quedan ${where}` };
  const trial = lastTrial === null ? 'todavía sin probar' : `probada el ${formatDate(lastTrial)}`;
  const last = `Última copia: ${formatDateTime(lastCopy)}, ${trial}`;
  return ok(place === 'same' ? `${last}. Las copias quedan ${where}` : last);
}

/** Sizes in bytes; below `reserved` no pictures are accepted. */
export type DiskFacts = { free: number; reserved: number };

export function judgeDisk({ free, reserved }: DiskFacts): Finding {
  const left = `quedan ${formatBytes(free)}`;
  if (free < reserved) {
    return { state: 'failed', text: `El disco está lleno: ${left} y no se reciben imágenes` };
  }
  if (free < 2 * reserved) return { state: 'warning', text: `El disco se está llenando: ${left}` };
  return ok(`En el disco ${left}`);
}

function formatBytes(bytes: number): string {
  const gigabytes = bytes / 1e9;
  const digits = { maximumFractionDigits: gigabytes < 10 ? 1 : 0 };
  return gigabytes < 1
    ? `${Math.round(bytes / 1e6)} MB`
    : `${gigabytes.toLocaleString('es-CL', digits)} GB`;
}

export function judgeFiles(damaged: number): Finding {
  if (damaged === 0) return ok('Sin daños');
  const text =
    damaged === 1
      ? 'Un archivo está dañado: recupéralo de una copia de seguridad'
      : `${damaged} archivos están dañados: recupéralos de una copia de seguridad`;
  return { state: 'failed', text };
}

export function judgeDatabase(damages: number): Finding {
  if (damages === 0) return ok('Sin daños');
  return {
    state: 'failed',
    text: 'La base de datos está dañada: recupera la última copia de seguridad',
  };
}

/** What a browser meets at the shop's address. */
export type AddressFacts = {
  /** Null: the shop is used on its own machine only. */
  url: string | null;
  problem: 'plain' | 'certificate' | 'foreign' | null;
  /** How often in a row it could not be opened. */
  misses: number;
  /** When the certificate ends, in milliseconds since 1970. */
  validUntil: number | null;
};

/** Certificates are renewed a month before their end; two weeks are left to mend it. */
const EXPIRY_MS = 14 * DAY_MS;

export function judgeAddress(facts: AddressFacts, now: number): Finding {
  const { url, problem, misses, validUntil } = facts;
  if (url === null) return ok('Sin dirección pública: falta PUBLIC_URL');
  const problems: Record<NonNullable<typeof problem>, Finding> = {
    plain: { state: 'warning', text: `${url} no usa https: otros pueden leer lo que se envía` },
    certificate: {
      state: 'failed',
      text: `El certificado de ${url} no sirve: los navegadores advierten o no la abren`,
    },
    foreign: { state: 'failed', text: `En ${url} no contesta esta tienda` },
  };
  if (problem) return problems[problem];
  if (misses > 0) {
    const text = `No pudimos abrir ${url} desde el servidor: prueba si abre en tu teléfono`;
    // A proxy in front may start later than the shop.
    return { state: misses > 1 ? 'warning' : 'ok', text };
  }
  if (validUntil === null) return ok(`${url} abre bien`);
  const end = formatDate(validUntil);
  if (validUntil - now < EXPIRY_MS) {
    return {
      state: 'warning',
      text: `El certificado de ${url} vence el ${end} y no se ha renovado`,
    };
  }
  return ok(`${url} abre bien; su certificado vence el ${end}`);
}

/** @param latest the newest version; null: unknown */
export function judgeUpdate({ own, latest }: { own: string; latest: string | null }): Finding {
  if (latest !== null && compareVersions(latest, own) > 0) {
    return { state: 'warning', text: `Hay una versión nueva: ${latest} (tienes la ${own})` };
  }
  return ok(latest === null ? `Versión ${own}` : `Versión ${own}, la más nueva`);
}
