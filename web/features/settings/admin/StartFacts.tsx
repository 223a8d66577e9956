import type * as z from 'zod/mini';
import type { readSettings } from '#contract/settings-admin.ts';
import type { ProofMode } from '#domain/proofs.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { Fold } from '#web/ui/Fold.tsx';

type Props = { environment: z.infer<typeof readSettings.answer>['environment'] };

const mailKinds: Readonly<Record<string, string>> = {
  files: 'Se guardan como archivos: nadie los recibe',
  smtp: 'Se envían',
};

const proofModes: Readonly<Record<ProofMode, string>> = {
  off: 'No se piden',
  ask: 'Se envían cuando ayudan',
  always: 'Cada pedido pagado espera su aprobación',
};

/** What only who starts the shop can change. */
export function StartFacts({ environment }: Props) {
  const { publicUrl, database, mail, auth, adminEmails, proofs, binDays } = environment;
  return (
    <Fold title="Cómo se inició la tienda">
      {() => (
        <Facts
          facts={[
            ['Dirección', publicUrl],
            ['Correos', mailKinds[mail.kind] ?? mail.kind],
            ['Remitente', mail.from],
            ['Administran', adminEmails.join(', ') || 'Nadie por variable'],
            ['Entrar con Google', auth.google ? 'Sí' : 'No'],
            ['Base de datos', database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
            ['Pruebas', proofModes[proofs]],
            ['Papelera', `${binDays} días`],
          ]}
        />
      )}
    </Fold>
  );
}
