import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import * as z from 'zod/mini';
import { nextCursor } from '#contract/base/paging.ts';
import { adminUser, listUsers } from '#contract/people/people-admin.ts';
import { erasePerson, exportPerson, GUEST } from '#contract/privacy/privacy.ts';
import { Refusal } from '#web/lib/api.ts';
import { Activity } from '#web/panel/Activity.tsx';
import { callAdmin } from '#web/panel/call-admin.ts';
import { download } from '#web/panel/download.ts';
import { describeAdminError, Failure, NotSignedIn } from '#web/panel/Failure.tsx';
import { More } from '#web/panel/More.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { type TabPlace, useNoted } from '#web/panel/tab-place.ts';
import { usePages } from '#web/panel/use-pages.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { breakable } from '#web/ui/breakable.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { useTasks } from '#web/ui/use-task.ts';
import styles from './UsersTab.module.css';

type Person = Pick<ComponentProps<typeof PersonWindow>, 'account'>;

const SETTLE_MS = 250;
const SOON = 'Próximamente: la gestión de permisos todavía no está disponible';

const { uid, email, isAdmin, isActive } = adminUser.shape;

/** Also from an answer that has only what every list of users has. */
const listShownUsers = {
  ...listUsers,
  answer: z.object({
    users: z.array(z.object({ uid, email, isAdmin, isActive: z.catch(isActive, true) })),
    nextCursor,
  }),
};

export function UsersTab({ filters, onFilters }: Pick<TabPlace, 'filters' | 'onFilters'>) {
  const { buscar: first = '' } = filters;
  const [typed, setTyped] = useState(first);
  const asked = useDebounced(typed.trim(), SETTLE_MS);
  useNoted(asked, (buscar) => onFilters({ buscar }));
  const list = usePages(
    ['admin', 'users', asked],
    (cursor, signal) => callAdmin(listShownUsers, { query: { q: asked, cursor }, signal }),
    { keepsShown: true },
  );
  const [flash, showFlash] = useFlash();
  const [person, setPerson] = useState<Person | null>(null);
  const { error, isFetching } = list;
  const users = list.data?.pages.flatMap((page) => page.users);
  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Usuarios</h3>
        <SmallButton onClick={() => setPerson({ account: null })}>Datos de un invitado</SmallButton>
      </div>
      <search className={styles.search}>
        <TextField
          label="Buscar por email"
          type="search"
          maxLength={100}
          value={typed}
          onType={setTyped}
        />
      </search>
      <Flash flash={flash} />
      {error && !isFetching && !list.isFetchNextPageError && (
        <Failure error={error} {...describe(error)} onRetry={() => void list.refetch()} />
      )}
      {!users && isFetching && <Skeleton lines={4} height="3.5rem" />}
      {users?.length === 0 && <EmptyState art="envelope">No se encontraron usuarios.</EmptyState>}
      {users && users.length > 0 && (
        <ul className="stack" aria-label="Usuarios">
          {users.map(({ uid, email, isAdmin, isActive }) => (
            <li key={uid} className={styles.user}>
              <div className={styles.who}>
                <span id={`email-${uid}`} className={styles.email}>
                  {breakable(email)}
                </span>
                <span className={styles.roles}>
                  <Badge tone={isAdmin ? 'wait' : 'quiet'}>
                    {isAdmin ? 'Administrador' : 'Usuario'}
                  </Badge>
                  {!isActive && <Badge tone="bad">Desactivado</Badge>}
                </span>
              </div>
              <div className={styles.actions}>
                <Button
                  variant="quiet"
                  aria-label={`Datos de ${email}`}
                  onClick={() => setPerson({ account: { uid, email } })}
                >
                  Datos
                </Button>
                <SmallButton
                  aria-describedby={`email-${uid}`}
                  onClick={() => showFlash('info', SOON)}
                >
                  {isAdmin ? 'Quitar Admin' : 'Hacer Admin'}
                </SmallButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <More list={list} what="Error de conexion al cargar usuarios" />
      <Activity />
      {person && <PersonWindow {...person} onClose={() => setPerson(null)} />}
    </>
  );
}

function describe(error: Error) {
  if (error instanceof NotSignedIn) return { text: error.message };
  return { text: 'Error de conexion al cargar usuarios', detail: describeAdminError(error) };
}

type Props = {
  /** Null for a guest, who is identified by e-mail only. */
  account: { uid: string; email: string } | null;
  onClose: () => void;
};

/** Exports or erases the data of a person who asks for it. */
function PersonWindow({ account, onClose }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [news, setNews] = useState<string | null>(null);
  const email = account?.email ?? typed.trim();
  const call = account
    ? { params: { uid: account.uid } }
    : { params: { uid: GUEST }, query: { email } };
  const { busy, error, run, forget } = useTasks<'save' | 'erase'>();
  const save = () =>
    void run('save', () => download(exportPerson, { ...call, fallbackName: 'datos.json' }));
  const erase = () =>
    void run('erase', async () => {
      setAsking(false);
      const { orders } = await callAdmin(erasePerson, call);
      setNews(
        orders === 1 ? 'Datos borrados, con 1 pedido' : `Datos borrados, con ${orders} pedidos`,
      );
      await client.invalidateQueries({ queryKey: ['admin'] });
    });
  const isNobody = error instanceof Refusal && error.status === 404;
  const isUnready = email === '' || news !== null || busy !== null;
  return (
    <FormDialog
      title={account ? 'Datos de la persona' : 'Datos de un invitado'}
      subtitle={account && breakable(account.email)}
      width="narrow"
      locked={busy === 'erase'}
      isTyped={typed.trim() !== '' && news === null}
      onClose={onClose}
    >
      {error !== null && (
        <Failure
          error={error}
          text={describeAdminError(error)}
          {...(isNobody && !account ? { detail: 'No hay pedidos de invitado con este email' } : {})}
        />
      )}
      {news && <Notice tone="success">{news}</Notice>}
      {!account && (
        <TextField
          label="Email de sus pedidos"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          maxLength={254}
          value={typed}
          onType={(text) => {
            setTyped(text);
            setNews(null);
            forget();
          }}
        />
      )}
      <p className="soft">
        Al borrar, los pedidos conservan sus montos y pierden a la persona. No se puede mientras uno
        esté pendiente o en proceso.
      </p>
      <Actions>
        <Button
          variant="secondary"
          className={parts.danger}
          disabled={isUnready}
          onClick={() => {
            forget();
            setAsking(true);
          }}
        >
          Borrar datos
        </Button>
        <Button busy={busy === 'save'} disabled={isUnready} onClick={save}>
          Descargar datos
        </Button>
      </Actions>
      {isAsking && (
        <ConfirmDialog
          title="¿Borrar los datos?"
          confirm="Borrar para siempre"
          onConfirm={erase}
          onCancel={() => setAsking(false)}
        >
          <p>
            Se borran para siempre los datos de {email}
            {account ? ', con su cuenta' : ''}. No se puede deshacer.
          </p>
        </ConfirmDialog>
      )}
    </FormDialog>
  );
}
