import { expect, test } from 'vitest';
import type { Email } from '#server/testing/mail.ts';
import { type Mailer, MailRefused, type OutgoingMail } from './mail.ts';

/** A mailer, and the mails that it has sent. */
export type Delivery = { mailer: Mailer; arrived: () => Promise<Email[]> };

export const letter: OutgoingMail = {
  messageId: 'job1@pines.cl',
  to: 'rosa@correo.cl',
  replyTo: 'hola@pines.cl',
  senderName: 'Pines & "Cía"',
  subject: 'Tu pedido está listo: ñandú 🎉',
  html: '<p>¡Hola, Rosa! <img src="cid:uno@pedido" alt=""></p>',
  text: '¡Hola, Rosa!',
  attachments: [
    {
      filename: 'imagen-1.jpg',
      contentType: 'image/jpeg',
      content: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]),
      cid: 'uno@pedido',
    },
  ],
};

const header = (mail: Email | undefined, key: string) =>
  mail?.headers.find((each) => each.key === key)?.value;

/** The contract of every mailer. */
export function testMailer(open: () => Promise<Delivery>): void {
  test('a mail arrives whole', async () => {
    const { mailer, arrived } = await open();
    await mailer.send(letter);
    const [mail, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: { name: 'Pines & "Cía"', address: 'hola@pines.cl' },
      to: [{ address: 'rosa@correo.cl' }],
      replyTo: [{ address: 'hola@pines.cl' }],
      subject: letter.subject,
      messageId: '<job1@pines.cl>',
    });
    expect(mail?.html?.trim()).toBe(letter.html);
    expect(mail?.text?.trim()).toBe(letter.text);
    expect(header(mail, 'auto-submitted')).toBe('auto-generated');
    expect(mail?.attachments).toMatchObject([
      { mimeType: 'image/jpeg', contentId: '<uno@pedido>', disposition: 'inline' },
    ]);
    const [picture] = mail?.attachments ?? [];
    expect(new Uint8Array(picture?.content as ArrayBuffer)).toEqual(
      letter.attachments?.[0]?.content,
    );
  });

  test.each([
    'rosa@correo.cl\r\nBcc: otro@correo.cl',
    'rosa@correo.cl,otro@correo.cl',
    'Rosa <rosa@correo.cl>',
    'rosa@correo.cl\0',
    'rosa',
    '',
  ])('nothing is sent to %j', async (to) => {
    const { mailer, arrived } = await open();
    await expect(mailer.send({ ...letter, to })).rejects.toThrow(MailRefused);
    await expect(mailer.send({ ...letter, replyTo: to })).rejects.toThrow(MailRefused);
    expect(await arrived()).toEqual([]);
  });

  test('a subject of two lines is refused', async () => {
    const { mailer, arrived } = await open();
    const subject = 'Hola\r\nBcc: otro@correo.cl';
    await expect(mailer.send({ ...letter, subject })).rejects.toThrow(MailRefused);
    expect(await arrived()).toEqual([]);
  });

  test.each(['../../etc/passwd@pines.cl', 'a b@pines.cl', 'job1', 'job1@pines.cl>\r\nBcc: x@y.cl'])(
    'the message id %j is refused',
    async (messageId) => {
      const { mailer, arrived } = await open();
      await expect(mailer.send({ ...letter, messageId })).rejects.toThrow(MailRefused);
      expect(await arrived()).toEqual([]);
    },
  );

  test('it can be closed unused, and after use', async () => {
    const unused = await open();
    await unused.mailer.close();
    const used = await open();
    await used.mailer.send(letter);
    await used.mailer.close();
  });
}
