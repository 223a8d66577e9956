import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { beginEnrolment, finishEnrolment } from '#contract/people/second-factor.ts';
import { formatDate } from '#domain/base/dates.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { pageConfig } from '#web/lib/config.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PrintButton, PrintSheet } from '#web/ui/PrintSheet.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { CodeForm } from './PassDialog.tsx';
import styles from './SecondFactor.module.css';

const WHY =
  'La tienda pide un segundo paso para entrar a la administración: un código de tu celular.';

type Props = { account: Account; isRequired: boolean; onDone: () => void; onClose: () => void };

/** Enables the second factor: scan, confirm by a code, save the recovery codes. */
export function EnrolDialog({ account, isRequired, onDone, onClose }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const offer = useQuery({
    queryKey: ['second-factor', 'enrolment', account.uid],
    queryFn: () => withReauthentication(() => callApi(beginEnrolment)),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  const finishing = useTask(async (code: string) => {
    const body = { ticket: offer.data?.ticket ?? '', code };
    const answer = await withReauthentication(() => callApi(finishEnrolment, { body }));
    setCodes(answer.recoveryCodes);
  }, 'second factor');

  const isDeclined = offer.error instanceof ReauthenticationDeclined;
  return (
    <FormDialog
      title={codes ? 'Guarda tus códigos de recuperación' : 'Activa la verificación en dos pasos'}
      locked={codes !== null}
      onClose={onClose}
    >
      {codes && <RecoveryCodes account={account} codes={codes} onKept={onDone} />}
      {!codes && offer.error && !offer.isFetching && (
        <div className={styles.form}>
          <Notice tone={isDeclined ? 'info' : 'error'}>
            {isDeclined ? 'Para activarla, primero confirma que eres tú.' : offer.error.message}
          </Notice>
          <Button onClick={() => void offer.refetch()}>
            {isDeclined ? 'Continuar' : 'Reintentar'}
          </Button>
        </div>
      )}
      {!codes && !offer.data && offer.isFetching && <Skeleton lines={1} height="18rem" />}
      {!codes && offer.data && (
        <div className={styles.enrol}>
          {isRequired && <p>{WHY}</p>}
          <ol className={styles.steps}>
            <li>
              Instala en tu celular una aplicación de códigos, como Google Authenticator, Aegis o
              2FAS.
            </li>
            <li>
              Escanea con ella este código, o escribe la clave a mano:
              <div className={`row ${styles.offer}`}>
                <QrCode text={offer.data.uri} label="Código QR para tu aplicación" />
                <div className={styles.typed}>
                  <code>{offer.data.secret}</code>
                  <CopyButton text={offer.data.secret.replaceAll(' ', '')} label="Copiar clave" />
                </div>
              </div>
            </li>
            <li>Escribe el código que muestra la aplicación.</li>
          </ol>
          <CodeForm
            label="Código de la aplicación"
            hint="6 dígitos; cambian cada 30 segundos."
            confirm="Activar"
            sending={finishing}
          />
        </div>
      )}
    </FormDialog>
  );
}

const FILE = 'codigos-de-recuperacion.txt';

type RecoveryCodesProps = { account: Account; codes: readonly string[]; onKept: () => void };

export function RecoveryCodes({ account, codes, onKept }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const file = new Blob([`${text}\n`], { type: 'text/plain' });
  const items = codes.map((code) => (
    <li key={code}>
      <code>{code}</code>
    </li>
  ));
  return (
    <div className={styles.form}>
      <Notice tone="info">
        Con uno de estos códigos entras si pierdes el celular. Cada uno sirve una vez, y no los
        volveremos a mostrar.
      </Notice>
      <ul className={styles.codes} aria-label="Códigos de recuperación">
        {items}
      </ul>
      <div className="row">
        <Button variant="secondary" onClick={() => saveFile(file, FILE)}>
          Descargar
        </Button>
        <PrintButton />
        <CopyButton text={text} label="Copiar" />
      </div>
      <Button onClick={onKept}>Ya los guardé</Button>
      <PrintSheet>
        <h1>Códigos de recuperación</h1>
        <p>
          {pageConfig.get().shop.name} · {account.email} · {formatDate(Date.now())}
        </p>
        <ol className={styles.printed}>{items}</ol>
      </PrintSheet>
    </div>
  );
}
