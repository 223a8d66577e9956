import { type ComponentProps, useState } from 'react';
import { Activity } from '#web/features/admin/Activity.tsx';
import { describeAdminError, NotSignedIn } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { type TabPlace, useNoted } from '#web/features/admin/tab-place.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Flash } from '#web/ui/Flash.tsx';
import { More } from '#web/ui/More.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useFlash } from '#web/ui/use-flash.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { PersonWindow } from './PersonWindow.tsx';
import { useUsers } from './queries.ts';
import styles from './UsersTab.module.css';

type Person = Pick<ComponentProps<typeof PersonWindow>, 'account'>;

const SETTLE_MS = 250;
const SOON = 'Próximamente: la gestión de permisos todavía no está disponible';

export function UsersTab({ filters, onFilters }: Pick<TabPlace, 'filters' | 'onFilters'>) {
  const { buscar: first = '' } = filters;
  const [typed, setTyped] = useState(first);
  const asked = useSettled(typed.trim(), SETTLE_MS);
  useNoted(asked, (buscar) => onFilters({ buscar }));
  const list = useUsers(asked);
  const [flash, showFlash] = useFlash();
  const [person, setPerson] = useState<Person | null>(null);
  const { error, isFetching } = list;
  const users = list.data?.pages.flatMap((page) => page.users);
  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Usuarios</h3>
        <Button
          variant="secondary"
          className={parts.button}
          onClick={() => setPerson({ account: null })}
        >
          Datos de un invitado
        </Button>
      </div>
      <search className={styles.search}>
        <Field label="Buscar por email">
          {(input) => (
            <input
              {...input}
              type="search"
              maxLength={100}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </search>
      <Flash flash={flash} />
      {error && !isFetching && (
        <Failure error={error} {...describe(error)} onRetry={() => void list.refetch()} />
      )}
      {!users && isFetching && <Skeleton lines={4} height="3.5rem" />}
      {users?.length === 0 && <EmptyState art="envelope">No se encontraron usuarios.</EmptyState>}
      {users && users.length > 0 && (
        <ul className={styles.users} aria-label="Usuarios">
          {users.map(({ uid, email, isAdmin, isActive }) => (
            <li key={uid} className={styles.user}>
              <div className={styles.who}>
                <span className={styles.email}>{email}</span>
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
                <Button
                  variant="secondary"
                  className={parts.button}
                  aria-label={`${isAdmin ? 'Quitar Admin' : 'Hacer Admin'} a ${email}`}
                  onClick={() => showFlash('info', SOON)}
                >
                  {isAdmin ? 'Quitar Admin' : 'Hacer Admin'}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && !error && (
        <More isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      <Activity />
      {person && <PersonWindow {...person} onClose={() => setPerson(null)} />}
    </>
  );
}

function describe(error: Error) {
  if (error instanceof NotSignedIn) return { text: error.message };
  return { text: 'Error de conexion al cargar usuarios', detail: describeAdminError(error) };
}
