import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeSecondFactor, renewRecoveryCodes } from '#contract/people/second-factor.ts';
import { formatDate } from '#domain/base/dates.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { createLoader } from '#web/lib/loader.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useTasks } from '#web/ui/use-task.ts';
import { RecoveryCodes } from './EnrolDialog.tsx';
import { describeCodesLeft, secondFactorKey, useSecondFactor } from './use-second-factor.ts';

const enrolment = createLoader('enrolment', () => import('./EnrolDialog.tsx'));

export function SecondFactorPart({ account }: { account: Account }) {
  const client = useQueryClient();
  const { data } = useSecondFactor(account);
  const [open, setOpen] = useState<'enrol' | 'remove' | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { busy, error, run } = useTasks<'renew' | 'remove'>('second factor');
  // A former admin can still disable a second factor that every session needs.
  if (!data || !(data.enrolled || account.isAdmin)) return null;

  const reload = () => client.invalidateQueries({ queryKey: secondFactorKey(account) });
  const renew = () =>
    void run('renew', async () => {
      const answer = await withReauthentication(() => callApi(renewRecoveryCodes));
      setCodes(answer.recoveryCodes);
      await reload();
    });
  const remove = () => {
    setOpen(null);
    void run('remove', async () => {
      await withReauthentication(() => callApi(removeSecondFactor));
      await reload();
    });
  };
  const close = () => {
    setOpen(null);
    void reload();
  };

  return (
    <section className="box">
      <h3 className="part-title">Verificación en dos pasos</h3>
      <Problem error={error} text="No pudimos hacer el cambio" />
      <p>
        {data.enrolled
          ? `Activada desde el ${formatDate(data.since)}. ${describeCodesLeft(data.recoveryCodesLeft)}`
          : 'Protege la administración con un código de tu celular, además de tu contraseña o de Google.'}
      </p>
      <div className="row">
        {data.enrolled ? (
          <>
            <Button variant="secondary" disabled={busy !== null} onClick={renew}>
              Renovar códigos de recuperación
            </Button>
            <Button variant="secondary" disabled={busy !== null} onClick={() => setOpen('remove')}>
              Desactivar
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('enrol')}>Activar</Button>
        )}
      </div>
      {open === 'enrol' && (
        <Loaded loader={enrolment} onGiveUp={close}>
          {({ EnrolDialog }) => (
            <EnrolDialog
              account={account}
              isRequired={data.required}
              onDone={close}
              onClose={close}
            />
          )}
        </Loaded>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title="Desactivar la verificación en dos pasos"
          confirm="Desactivar"
          onConfirm={remove}
          onCancel={() => setOpen(null)}
        >
          <p>Los códigos de tu aplicación y los de recuperación dejarán de servir.</p>
        </ConfirmDialog>
      )}
      {codes && (
        <Dialog title="Guarda tus códigos de recuperación" locked onClose={() => setCodes(null)}>
          <RecoveryCodes account={account} codes={codes} onKept={() => setCodes(null)} />
        </Dialog>
      )}
    </section>
  );
}
