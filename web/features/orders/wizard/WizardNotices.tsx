import { type Ref, useEffect } from 'react';
import { dayOf } from '#domain/base/dates.ts';
import { closuresAhead, describeClosure } from '#domain/delivery/promise.ts';
import { closedMessage } from '#domain/settings/notice-texts.ts';
import { refreshConfig, usePageConfig } from '#web/lib/config.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Step } from './draft/draft.ts';
import styles from './SessionNotice.module.css';

/** Shows closures that affect this order; each step refreshes the settings. */
export function WizardNotices({ step }: { step: Step }) {
  const { notice, delivery } = usePageConfig();
  useEffect(() => {
    if (step > 0) void refreshConfig();
  }, [step]);
  if (notice.ordersClosed) {
    return (
      <Notice tone="info">
        {closedMessage(notice)}. Lo que llevas queda guardado en este navegador.
      </Notice>
    );
  }
  return (
    <>
      {closuresAhead(delivery, dayOf(Date.now())).map((closure) => (
        <Notice key={closure.from} tone="info">
          {describeClosure(closure)}
        </Notice>
      ))}
    </>
  );
}

export function OfferedCodeNotice({ code }: { code: string }) {
  return (
    <Notice tone="info">
      Anotamos tu código <strong dir="auto">{code}</strong>: lo revisamos en el resumen, antes de
      que confirmes.
    </Notice>
  );
}

export function SessionNotice({ ref }: { ref?: Ref<HTMLDivElement> }) {
  return (
    <Notice ref={ref} tone="info" role="alert" tabIndex={-1} className={`row ${styles.notice}`}>
      <p>Tu sesión terminó. Tu pedido está guardado: inicia sesión de nuevo y sigues aquí mismo.</p>
      <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
    </Notice>
  );
}
