import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#contract/home/config.ts';
import { readSettings, uploadLogo } from '#contract/settings/settings-admin.ts';
import { sweepUploads } from '#server/features/uploads/remove-pictures.ts';
import { uploaded } from '#server/testing/client.ts';
import { makeJpeg, makePng } from '#server/testing/pictures.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

const NONE = { logo: '', photos: [], colour: '', instagram: '', hours: '' };

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -10 40 20" onload="evil()">
<script>evil()</script><circle r="9" fill="#c8203f"/></svg>`;

describe.each(anyDatabase)("the shop's face on %s", (kind) => {
  let ahead = 0;
  const adminShop = useAdminShop(kind, { clock: () => Date.now() + ahead });
  afterEach(() => adminShop.ask('/settings/face', { method: 'DELETE' }));

  const read = async () =>
    readSettings.answer.parse((await adminShop.ask('/settings')).body).settings.face;
  const save = async (values: object) => {
    const json = { values: { ...NONE, ...values }, version: (await read()).version };
    return adminShop.ask('/settings/face', { method: 'PUT', json });
  };
  const page = async () => {
    // Settings are cached for two seconds.
    ahead += 3000;
    const response = await adminShop.shop.fetch('/', { headers: { accept: 'text/html' } });
    return response.text();
  };
  const config = async () => {
    ahead += 3000;
    return readConfig.answer.parse((await adminShop.shop.call('/api/config')).body);
  };

  test('is on the home page, which is the same to the byte after a reset', async () => {
    const before = [await page(), JSON.stringify(await config())];
    expect(await read()).toMatchObject({ isDefault: true, values: NONE });
    await save({ colour: '#0b6e4f', instagram: '@pines.cl', hours: 'Lunes a viernes' });
    const own = await page();
    expect(own).toMatch(/<style>:root\{--color-brand:#0b6e4f;[^<]*dark\)\{:root\{/);
    expect(own).toContain('content="#b9d5cc" media="(prefers-color-scheme: light)"');
    expect(own).toContain('por <a href="https://www.instagram.com/pines.cl/">Instagram</a>,');
    expect((await config()).face).toEqual({ instagram: 'pines.cl', hours: 'Lunes a viernes' });
    await adminShop.ask('/settings/face', { method: 'DELETE' });
    expect([await page(), JSON.stringify(await config())]).toEqual(before);
  });

  const sendLogo = (file: Uint8Array | string, field = 'logo') => {
    const raw = new FormData();
    raw.append(field, new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'logo');
    return adminShop.ask('/settings/face/logo', { method: 'POST', raw });
  };
  const logoOf = async (file: Uint8Array | string) => {
    const { status, body } = await sendLogo(file);
    expect(status).toBe(201);
    return uploadLogo.answer.parse(body).logo;
  };

  test('has a cleaned SVG as the logo of page, mails and slips', async () => {
    const logo = await logoOf(SVG);
    expect(logo).toMatch(/^\/files\/[\w-]{24}\.svg$/);
    const file = await adminShop.shop.fetch(logo);
    expect(file.headers.get('content-type')).toBe('image/svg+xml');
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(file.headers.get('cache-control')).toMatch(/^public, .*immutable$/);
    const cleaned = await file.text();
    expect(cleaned).toContain('<circle r="9" fill="#c8203f">');
    expect(cleaned).not.toMatch(/script|onload|evil/);

    expect((await save({ logo })).status).toBe(200);
    const inline = Buffer.from(cleaned).toString('base64');
    expect(await page()).toContain(
      `aspect-ratio:512/256;background-image:url(data:image/svg+xml;base64,${inline})}</style>`,
    );
    const { id } = await adminShop.place();
    const slips = await adminShop.fetchFile(`/slips?ids=${id}`);
    expect(readPdf(new Uint8Array(await slips.arrayBuffer())).pictures).toContain(512);
    const [mail] = await writeMails(adminShop.shop);
    expect(mail?.attachments.map(({ contentId }) => contentId)).toContain('<logo@tienda>');
    expect(mail?.html).toContain('<img src="cid:logo@tienda" alt="" width="88" height="44"');
  });

  test('takes a PNG, and neither other pictures nor large files', async () => {
    const logo = await logoOf(await makePng({ width: 90, height: 30 }));
    expect(logo).toMatch(/webp$/);
    expect((await adminShop.shop.fetch(logo)).headers.get('content-type')).toBe('image/webp');
    await save({ logo });
    expect(await page()).toMatch(
      /aspect-ratio:90\/30;background-image:url\(data:image\/png;base64,[\w+/=]+\)/,
    );
    const wrong: [file: Uint8Array | string, code: string, field?: string][] = [
      [await makeJpeg({ width: 30, height: 30 }), 'image_type_not_allowed'],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'image_type_not_allowed'],
      ['\x89PNG', 'image_type_not_allowed'],
      [(await makePng()).subarray(0, 60), 'image_broken'],
      [SVG.padEnd(200_001), 'image_too_large'],
      [SVG, 'image_missing', 'image'],
    ];
    for (const [file, code, field] of wrong) {
      expect((await sendLogo(file, field)).body).toMatchObject({ success: false, code });
    }
    expect((await sendLogo(SVG.padEnd(200_000))).status).toBe(201);
  });

  test('has own photos in place of the first ones, encoded as ours, the first in the page', async () => {
    const upload = async (width: number) =>
      uploaded(await adminShop.shop.upload(await makePng({ width, height: 700 }))).imageUrl;
    const photos = [
      { imageUrl: await upload(1400), alt: 'Mis "pines" <en> $& la feria' },
      { imageUrl: await upload(300), alt: 'La prensa' },
    ];
    expect((await save({ photos })).status).toBe(200);
    const [id, other] = photos.map(({ imageUrl }) => imageUrl.slice(7, 31));
    const first =
      `<source srcSet="/photos/${id}-480.avif 480w, /photos/${id}-640.avif 640w, /photos/${id}-960.avif 960w" sizes="50vw"/>\n` +
      `<img src="/photos/${id}-640.webp" alt="Mis &quot;pines&quot; &lt;en&gt; $&amp; la feria"/>`;
    // A slow machine leaves it out of the page until it is encoded.
    await expect.poll(page, { timeout: 20_000 }).toContain(first);
    const own = await page();
    expect(own).toContain('li:nth-child(-n+2){background-image:none}');
    const [, inline = ''] = /srcSet="data:image\/avif;base64,([^"]+)"/.exec(own) ?? [];
    const first640 = sharp(Buffer.from(inline, 'base64'));
    expect(await first640.metadata()).toMatchObject({ width: 640 });
    // A transparent picture is seen on white, as it is printed.
    const [red = 0] = await first640.raw().toBuffer();
    expect(red).toBeGreaterThan(140);
    expect((await config()).face?.photos).toMatchObject([
      { alt: photos[0]?.alt, source: { webp: `/photos/${id}-640.webp` } },
      { alt: 'La prensa', source: { avif: { 960: `/photos/${other}-960.avif` } } },
    ]);

    for (const [name, width] of [
      ['480.avif', 480],
      ['640.webp', 640],
      ['960.avif', 960],
    ] as const) {
      const answer = await adminShop.shop.fetch(`/photos/${other}-${name}`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe(`image/${name.slice(4)}`);
      const copy = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([copy.width, copy.height]).toEqual([width, (width * 3) / 4]);
    }
    const stranger = (await upload(40)).slice(7, 31);
    for (const name of [`${stranger}-640.avif`, `${id}-641.avif`, `${id}.webp`, 'x', `${id}-`]) {
      expect((await adminShop.shop.fetch(`/photos/${name}`)).status).toBe(404);
    }
  });

  test('keeps the files of each save, and none that was never saved', async () => {
    const [kept, lost] = [await logoOf(SVG), await logoOf(SVG)];
    await save({ logo: kept });
    await save({});
    ahead += 25 * 3_600_000;
    await sweepUploads(adminShop.shop.context);
    expect((await save({ logo: kept })).status).toBe(200);
    const { body } = await save({ logo: lost });
    expect(body.fields).toEqual({ 'values.logo': 'Elige la imagen otra vez: ya no está' });
    const statuses = [kept, lost].map(async (url) => (await adminShop.shop.fetch(url)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    const picture = uploaded(await adminShop.shop.upload(await makePng())).imageUrl;
    expect((await adminShop.shop.fetch(picture.replace('webp', 'svg'))).status).toBe(404);
  });
});
