import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Backup, downloadBackup, requestBackup } from '#contract/backup.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { download } from '#web/features/admin/download.ts';
import { ReauthenticationDeclined } from '#web/features/people/use-fresh-sign-in.tsx';
import { isUnderWay, putBackup, refreshBackup, useLatestBackup } from './queries.ts';

type Run = <T>(call: () => Promise<T>) => Promise<T>;
type Trouble = { what: string; error: unknown };

/**
 * The latest copy of the shop, and what makes and fetches one. A copy that was asked for here is
 * fetched as soon as it is made.
 * @param withFreshSignIn runs a call and signs its owner in again where the shop wants that
 */
export function useBackup(withFreshSignIn: Run) {
  const client = useQueryClient();
  const { data: latest = null } = useLatestBackup();
  const [asked, setAsked] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const attempt = async (what: string, call: () => Promise<void>) => {
    setBusy(true);
    setTrouble(null);
    try {
      await withFreshSignIn(call);
    } catch (error) {
      if (!(error instanceof ReauthenticationDeclined)) setTrouble({ what, error });
      await refreshBackup(client);
    }
    setBusy(false);
  };

  const save = ({ id }: Backup) =>
    attempt('Error al descargar la copia', async () => {
      await download(downloadBackup, { params: { id }, fallbackName: 'copia.zip' });
      setSaved(id);
    });

  const make = (pictures: boolean) =>
    attempt('Error al pedir la copia', async () => {
      const { backup } = await callAdmin(requestBackup, { body: { pictures } });
      putBackup(client, backup);
      setAsked(backup.id);
    });

  const isOver = latest !== null && latest.id === asked && !isUnderWay(latest);
  const fetchOnceMade = useEffectEvent(() => {
    setAsked(null);
    if (latest?.state === 'done') void save(latest);
  });
  useEffect(() => {
    if (isOver) fetchOnceMade();
  }, [isOver]);

  return {
    latest,
    /** Whether the latest copy was fetched here. */
    isSaved: latest !== null && latest.id === saved,
    isBusy: isBusy || (latest !== null && isUnderWay(latest)),
    trouble,
    make: (pictures: boolean) => void make(pictures),
    save: (backup: Backup) => void save(backup),
  };
}
