import * as z from 'zod';
import { isEmail } from '#domain/delivery.ts';
import { canonicalEmail } from '../canonical-email.ts';

// How the text of a variable is read: each says in English what it wants when it gets something else.

/** A whole number within a range. @param what says what is wanted, without the range */
export function wholeNumber(what: string, { min, max }: { min: number; max: number }) {
  const error = `must be ${what} from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** A length in millimetres, bounds included. */
export function millimetres({ least, most }: { least: number; most: number }) {
  const error = `must be millimetres from ${least} to ${most}`;
  return z.coerce.number({ error }).min(least, { error }).max(most, { error });
}

export function oneOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  const all = names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`;
  return z.enum(names, { error: `must be ${all}` });
}

export const onOff = oneOf(['on', 'off']).transform((value) => value === 'on');

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** E-mails, each in its one spelling. */
export const emails = list.pipe(
  z.array(
    z.string().transform((text, { addIssue }) => {
      const email = canonicalEmail(text);
      if (email === null) addIssue('must be a comma list of e-mail addresses');
      return email ?? '';
    }),
  ),
);

/** `Name <a@b.cl>`, or the address alone. */
export const mailbox = z.string().transform((text, { addIssue }) => {
  const [, name = '', address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  if (!isEmail(address)) addIssue('must be an address such as Pines <hola@shop.cl>');
  return { name: name.trim().replaceAll(/^"|"$/g, ''), address };
});

export const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be a URL such as ${example}` });

export const origin = z
  .url({ protocol: /^https?$/, abort: true, error: 'must be an origin such as https://shop.cl' })
  .refine((url) => /^\/?$/.test(new URL(url).pathname + new URL(url).search), {
    error: 'must be an origin without a path, such as https://shop.cl',
  })
  .transform((url) => new URL(url).origin);

/** A host with an optional port, without `https://` and path. */
export const hostName = (example: string) =>
  z
    .string()
    .trim()
    .regex(/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i, {
      error: `must be a host such as ${example}`,
    });

/** Firebase's name of a project. */
export const projectId = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{3,}$/, { error: 'must be a project id such as pines-1a2b3' });

export const bucketName = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    error: 'must be a name of 3 to 63 lower-case letters, digits, dots and hyphens',
  });

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://' })
  .refine(URL.canParse, { error: 'must be a URL such as postgres://user:password@host/shop' });

export const smtpUrl = z
  .string()
  .refine((text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text), {
    error: 'must be an address such as smtps://user:password@smtp.host:465',
  });

export const tilesTemplate = z
  .string()
  .refine(
    (url) =>
      ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
      /^https?:\/\/[^/]/.test(url) &&
      URL.canParse(url.replaceAll('{s}', 'a')),
    { error: 'must be a template such as https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
  );

/** Believing anybody's X-Forwarded-For would let a caller choose its own address. */
const PRIVATE_NETWORKS = 'loopback, linklocal, uniquelocal';

/** @returns the proxies whose X-Forwarded-For is believed, or false: nobody's */
export const proxies = z.union(
  [
    z.literal('off').transform(() => false as const),
    z.literal('on').transform(() => PRIVATE_NETWORKS),
    list
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).min(1))
      .transform(String),
  ],
  { error: "must be on, off or a comma list of the proxies' addresses" },
);
