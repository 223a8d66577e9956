import { useEffect, useEffectEvent, useState } from 'react';
import { describeIdentityError, isMendedBySignIn } from '#web/identity/messages.ts';
import type { Account } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { session } from '../current-session.ts';
import { isGoogleUser } from '../session.ts';

const POLL_MS = 30_000;

type News = { tone: 'success' | 'error'; text: string };

/** The verification's state; while open, read every 30 s and whenever the page comes into view. */
export function useVerification({ email, emailVerified, providers }: Account) {
  const isOpen = !emailVerified && !isGoogleUser({ providers });
  const [isSent, setSent] = useState(false);
  const [busy, setBusy] = useState<'send' | 'refresh' | null>(null);
  const [news, setNews] = useState<News | null>(null);
  /** What logging out and in again would mend. */
  const [mendable, setMendable] = useState<string | null>(null);

  if (!isOpen && isSent) {
    setSent(false);
    setNews({ tone: 'success', text: '¡Listo! Tu email quedó verificado.' });
  }

  const fail = (error: unknown) => {
    logFailure('verification', error);
    const text = describeIdentityError(error);
    if (isMendedBySignIn(error)) setMendable(text);
    else setNews({ tone: 'error', text });
  };

  const poll = useEffectEvent(() => {
    session.poll().catch((error: unknown) => logFailure('polling', error));
  });
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => poll(), POLL_MS);
    const onReturn = () => document.visibilityState === 'visible' && poll();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isOpen]);

  const attempt = async (kind: 'send' | 'refresh', work: () => Promise<void>) => {
    setBusy(kind);
    setNews(null);
    await work().catch(fail);
    setBusy(null);
  };

  return {
    isOpen,
    isSent,
    busy,
    news,
    mendable,
    send: () =>
      void attempt('send', async () => {
        await session.sendVerification();
        setSent(true);
        const text = `Te enviamos un correo a ${email}. Abre el enlace en este mismo navegador para verificar tu cuenta.`;
        setNews({ tone: 'success', text });
      }),
    refresh: () =>
      void attempt('refresh', async () => {
        const user = await session.reload();
        if (user && !user.emailVerified) {
          const text = 'Tu email aún no está verificado. Revisa tu correo y el correo no deseado.';
          setNews({ tone: 'error', text });
        }
      }),
    dismiss: () => setNews(null),
    keepSession: () => setMendable(null),
  };
}
