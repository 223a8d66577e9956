import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { endOtherSessions, endSession, listSessions, type OwnSession } from '#contract/sessions.ts';
import { formatDateTime } from '#domain/dates.ts';
import profile from '#web/features/people/profile/Profile.module.css';
import { useReauthentication } from '#web/features/people/use-reauthentication.tsx';
import type { Account } from '#web/lib/account.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { logFailure } from '#web/lib/log.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Sessions.module.css';

const OTHERS = 'others';

type News = { tone: 'success' | 'error'; text: string };

export function SessionsPart({ account }: { account: Account }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useSessions(account);
  const { withReauthentication, reauthentication } = useReauthentication(account);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  /** The id of the session that is being ended, or `others`. */
  const [ending, setEnding] = useState<string | null>(null);
  const [news, setNews] = useState<News | null>(null);
  if (data === null) return null;

  const attempt = async (what: string, done: string, work: () => Promise<unknown>) => {
    setEnding(what);
    setNews(null);
    try {
      await withReauthentication(work);
      setNews({ tone: 'success', text: done });
    } catch (failure) {
      if (!(failure instanceof ReauthenticationDeclined)) {
        logFailure('session end', failure);
        const text = failure instanceof Error ? failure.message : '';
        setNews({ tone: 'error', text: text || 'No pudimos cerrar la sesión' });
      }
    }
    await client.invalidateQueries({ queryKey: sessionsKey(account) });
    setEnding(null);
    // The clicked button may be gone.
    heading.current?.focus();
  };
  const end = (id: string) =>
    attempt(id, 'Cerramos la sesión', () =>
      callApi({ ...endSession, path: fillPath(endSession.path, { id }) }).catch(passWhenGone),
    );
  const endOthers = () => {
    setAsking(false);
    void attempt(OTHERS, 'Cerramos las demás sesiones', () => callApi(endOtherSessions));
  };
  const sessions = data && [...data].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;

  return (
    <section className={profile.card}>
      <h3 ref={heading} tabIndex={-1} className={profile.heading}>
        Sesiones
      </h3>
      {news && <Notice tone={news.tone}>{news.text}</Notice>}
      {sessions ? (
        <>
          <p>
            {hasOthers
              ? 'Tu cuenta está abierta en estos navegadores. Si no reconoces alguno, ciérralo y cambia tu contraseña.'
              : 'Tu cuenta está abierta solo en este navegador.'}
          </p>
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={ending === session.id}
                disabled={ending !== null}
                onEnd={() => void end(session.id)}
              />
            ))}
          </ul>
        </>
      ) : (
        <LoadState error={error} isLoading={isFetching} onRetry={() => void refetch()}>
          <Skeleton lines={1} />
        </LoadState>
      )}
      {hasOthers && (
        <div className={profile.actions}>
          <Button
            variant="secondary"
            busy={ending === OTHERS}
            disabled={ending !== null}
            onClick={() => setAsking(true)}
          >
            Cerrar las demás sesiones
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="¿Cerrar las demás sesiones?"
          confirm="Cerrar las demás"
          cancel="Cancelar"
          focus="cancel"
          onConfirm={endOthers}
          onCancel={() => setAsking(false)}
        >
          <p>Tu cuenta quedará abierta solo en este navegador.</p>
        </ConfirmDialog>
      )}
      {reauthentication}
    </section>
  );
}

/** Ignores a 404: the session has already ended. */
function passWhenGone(failure: unknown): void {
  if (!(failure instanceof Refusal && failure.status === 404)) throw failure;
}

type Props = {
  session: OwnSession;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
};

function SessionRow({ session, busy, disabled, onEnd }: Props) {
  const { startedAt, isCurrent } = session;
  const since = useId();
  const device = session.device?.replace(' · ', ' en ') ?? null;
  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <strong>{device ?? 'Navegador desconocido'}</strong>
        <span id={since} className={styles.since}>
          Desde el {formatDateTime(startedAt)}
        </span>
      </div>
      {isCurrent ? (
        <Badge tone="good">Esta sesión</Badge>
      ) : (
        <Button
          variant="secondary"
          aria-label={`Cerrar la sesión de ${device ?? 'un navegador desconocido'}`}
          aria-describedby={since}
          busy={busy}
          disabled={disabled}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}

const sessionsKey = ({ uid }: Pick<Account, 'uid'>) => ['sessions', uid];

/** Reads the account's sessions; null if its provider does not list them. */
function useSessions(account: Account) {
  return useQuery({
    queryKey: sessionsKey(account),
    queryFn: async () => (await callApi(listSessions)).sessions,
  });
}
