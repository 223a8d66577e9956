import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
} from '#contract/people/sessions.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTasks } from '#web/ui/use-task.ts';
import styles from './Sessions.module.css';

const OTHERS = 'others';

export function SessionsPart({ account }: { account: Account }) {
  const client = useQueryClient();
  const list = useSessions(account);
  const { data } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  // What is being ended: the id of a session, or `others`.
  const ending = useTasks<string>('session end');
  if (data === null) return null;

  const end = async (what: string, news: string, work: () => Promise<unknown>) => {
    setDone(null);
    await ending.run(what, async () => {
      try {
        await withReauthentication(work);
        setDone(news);
      } finally {
        await client.invalidateQueries({ queryKey: sessionsKey(account) });
      }
    });
    // The clicked button may be gone.
    heading.current?.focus();
  };
  const endOne = (id: string) =>
    end(id, 'Cerramos la sesión', () =>
      callApi({ ...endSession, path: fillPath(endSession.path, { id }) }).catch(passWhenGone),
    );
  const endOthers = () => {
    setAsking(false);
    void end(OTHERS, 'Cerramos las demás sesiones', () => callApi(endOtherSessions));
  };
  const sessions = data && [...data].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;

  return (
    <section className="box">
      <h3 ref={heading} tabIndex={-1} className="part-title">
        Sesiones
      </h3>
      {done && <Notice tone="success">{done}</Notice>}
      <Problem error={ending.error} text="No pudimos cerrar la sesión" />
      {sessions ? (
        <>
          <p>
            {hasOthers
              ? 'Tu cuenta está abierta en estos navegadores. Si no reconoces alguno, ciérralo y cambia tu contraseña.'
              : 'Tu cuenta está abierta solo en este navegador.'}
          </p>
          <ul className="stack">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={ending.busy === session.id}
                disabled={ending.busy !== null}
                onEnd={() => void endOne(session.id)}
              />
            ))}
          </ul>
        </>
      ) : (
        <LoadState query={list} lines={1} />
      )}
      {hasOthers && (
        <div className="row">
          <Button
            variant="secondary"
            busy={ending.busy === OTHERS}
            disabled={ending.busy !== null}
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
          onConfirm={endOthers}
          onCancel={() => setAsking(false)}
        >
          <p>Tu cuenta quedará abierta solo en este navegador.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Ignores a 404: the session has already ended. */
function passWhenGone(failure: unknown): void {
  if (!(failure instanceof Refusal && failure.status === 404)) throw failure;
}

type Props = { session: OwnSession; busy: boolean; disabled: boolean; onEnd: () => void };

function SessionRow({ session, busy, disabled, onEnd }: Props) {
  const { startedAt, isCurrent } = session;
  const since = useId();
  const device = session.device?.replace(' · ', ' en ') ?? null;
  return (
    <li className={`row ${styles.session}`}>
      <div className="stack">
        <strong>{device ?? 'Navegador desconocido'}</strong>
        <span id={since} className="soft">
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

function useSessions(account: Account) {
  return useQuery({
    queryKey: sessionsKey(account),
    queryFn: async () => (await callApi(listSessions)).sessions,
  });
}
