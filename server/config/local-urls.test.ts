import { expect, test } from 'vitest';
import { linesOf } from '#server/testing/config-lines.ts';
import { listLocalNames } from './local-urls.ts';

test.each(['ALERT_URL', 'UPDATES_URL'])(
  '%s may not lead into the own network unless told so',
  (name) => {
    const line = `${name}: apunta a este equipo o a una red privada; si es a propósito, agrega ALERT_URL_LOCAL=on`;
    for (const host of [
      '127.0.0.1:8080',
      '[::ffff:10.0.0.1]',
      'localhost',
      '2130706433',
      'ntfy.lan',
    ]) {
      const env = { [name]: `http://${host}/tema` };
      expect(linesOf(env)).toEqual([line]);
      expect(linesOf({ ...env, ALERT_URL_LOCAL: 'on' })).toEqual([]);
    }
    expect(linesOf({ [name]: 'https://ntfy.sh/tema' })).toEqual([]);
    expect(linesOf({ [name]: 'ftp://ntfy.sh/tema' })).toHaveLength(1);
  },
);

test('a name that leads to this machine is found at start', async () => {
  const watch = { alertUrl: 'http://localhost/tema', updatesUrl: null, mayBeLocal: false };
  expect(await listLocalNames({ watch })).toEqual([expect.stringMatching(/^ALERT_URL: apunta/)]);
  expect(await listLocalNames({ watch: { ...watch, mayBeLocal: true } })).toEqual([]);
});
