import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { erasePerson, exportPerson, GUEST } from '#contract/privacy.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { download } from '#web/features/admin/download.ts';
import { describeAdminError } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Refusal } from '#web/lib/api.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';

type Props = {
  /** Null for a guest, who is known by e-mail alone. */
  account: { uid: string; email: string } | null;
  onClose: () => void;
};

/** Answers a person who asks for their data, or for its end. */
export function PersonWindow({ account, onClose }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [news, setNews] = useState<string | null>(null);
  const email = account?.email ?? typed.trim();
  const call = account
    ? { params: { uid: account.uid } }
    : { params: { uid: GUEST }, query: { email } };
  const save = useTask(() => download(exportPerson, { ...call, fallbackName: 'datos.json' }));
  const erase = useTask(async () => {
    setAsking(false);
    const { orders } = await callAdmin(erasePerson, call);
    setNews(
      orders === 1 ? 'Datos borrados, con 1 pedido' : `Datos borrados, con ${orders} pedidos`,
    );
    await client.invalidateQueries({ queryKey: ['admin'] });
  });
  const error = save.error ?? erase.error;
  const isNobody = error instanceof Refusal && error.status === 404;
  const forgetErrors = () => {
    save.forget();
    erase.forget();
  };
  const isUnready = email === '' || news !== null || save.isBusy || erase.isBusy;
  return (
    <FormDialog
      title={account ? 'Datos de la persona' : 'Datos de un invitado'}
      subtitle={account?.email}
      width="narrow"
      locked={erase.isBusy}
      isTyped={typed.trim() !== '' && news === null}
      closesOnBackdrop={false}
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
        <Field label="Email de sus pedidos">
          {(input) => (
            <input
              {...input}
              type="email"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
              maxLength={254}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setNews(null);
                forgetErrors();
              }}
            />
          )}
        </Field>
      )}
      <p className={parts.soft}>
        Al borrar, los pedidos conservan sus montos y pierden a la persona. No se puede mientras uno
        esté pendiente o en proceso.
      </p>
      <Actions>
        <Button
          variant="secondary"
          className={parts.danger}
          disabled={isUnready}
          onClick={() => {
            forgetErrors();
            setAsking(true);
          }}
        >
          Borrar datos
        </Button>
        <Button
          busy={save.isBusy}
          disabled={isUnready}
          onClick={() => {
            erase.forget();
            save.run();
          }}
        >
          Descargar datos
        </Button>
      </Actions>
      {isAsking && (
        <ConfirmDialog
          title="¿Borrar los datos?"
          confirm="Borrar para siempre"
          cancel="Cancelar"
          focus="cancel"
          onConfirm={erase.run}
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
