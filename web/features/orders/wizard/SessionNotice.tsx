import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './SessionNotice.module.css';

export function SessionNotice() {
  return (
    <Notice tone="info" role="alert" className={styles.notice}>
      <p>Tu sesión terminó. Tu pedido está guardado: inicia sesión de nuevo y sigues aquí mismo.</p>
      <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
    </Notice>
  );
}
