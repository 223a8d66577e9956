import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { problemsOf } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import type { DescribedSettings, readSettings } from '#contract/settings/settings-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import type { ProofMode } from '#domain/production/proofs.ts';
import { settingsGroups } from '#domain/settings/settings.ts';
import { QueryState } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Facts } from '#web/ui/Facts.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { FormWindow } from './FormWindow.tsx';
import { previews } from './previews/previews.tsx';
import { FORM_GROUPS, type FormGroup, useSaving, useSettings } from './queries.ts';
import { SavedBadge, Saves } from './Saves.tsx';
import styles from './SettingsTab.module.css';

type TabProps = {
  products: (settings: DescribedSettings, onDone: (text: string) => void) => ReactNode;
  backup: ReactNode;
  /** Renders what must be set before the shop opens, by the number of saves so far, and the rest. */
  opening: (saves: number, onGroup: (group: FormGroup) => void, rest: ReactNode) => ReactNode;
};

export function SettingsTab({ products, backup, opening }: TabProps) {
  const settings = useSettings();
  const { data } = settings;
  const [open, setOpen] = useState<FormGroup | null>(null);
  const [flash, showFlash] = useFlash();
  const finish = (text: string) => {
    setOpen(null);
    showFlash('success', text);
  };
  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Ajustes</h3>
      </div>
      <Flash flash={flash} />
      <QueryState what="Error al cargar los ajustes" query={settings} lines={6} height="7rem" />
      {data &&
        opening(
          Object.values(data.settings).reduce((sum, { version }) => sum + version, 0),
          setOpen,
          <>
            <ul className={parts.cards} aria-label="Grupos de ajustes">
              {FORM_GROUPS.map((group) => (
                <GroupCard
                  key={group}
                  group={group}
                  latest={data.settings[group]}
                  onOpen={() => setOpen(group)}
                />
              ))}
            </ul>
            {products(data.settings, finish)}
            {backup}
            <StartFacts environment={data.environment} />
          </>,
        )}
      {data && open && (
        <GroupWindow
          group={open}
          latest={data.settings[open]}
          onDone={finish}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

type GroupProps<Group extends FormGroup> = { group: Group; latest: DescribedSettings[Group] };
type CardProps<Group extends FormGroup> = GroupProps<Group> & { onOpen: () => void };

function GroupCard<Group extends FormGroup>({ group, latest, onOpen }: CardProps<Group>) {
  const { label, summarize } = settingsGroups[group];
  return (
    <li>
      <button type="button" className={`${parts.card} ${styles.card}`} onClick={onOpen}>
        <span className={styles.name}>
          {label}
          <Icon name="forward" />
        </span>
        <span className={`clamped ${styles.summary}`} dir="auto">
          {summarize(latest.values, dayOf(Date.now()))}
        </span>
        <SavedBadge isDefault={latest.isDefault} />
      </button>
    </li>
  );
}

type Environment = z.infer<typeof readSettings.answer>['environment'];

const proofModes: Readonly<Record<ProofMode, string>> = {
  off: 'No se piden',
  ask: 'Se envían cuando ayudan',
  always: 'Cada pedido pagado espera su aprobación',
};

/** Settings that only the environment can change. */
function StartFacts({ environment }: { environment: Environment }) {
  const { publicUrl, database, mail, auth, adminEmails, proofs, binDays } = environment;
  const sendsMail = mail.kind === 'smtp';
  return (
    <Fold title="Cómo se inició la tienda">
      {() => (
        <Facts
          facts={[
            ['Dirección', publicUrl],
            ['Correos', sendsMail ? 'Se envían' : 'Se guardan como archivos: nadie los recibe'],
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

type WindowProps<Group extends FormGroup> = GroupProps<Group> & {
  onDone: (text: string) => void;
  onClose: () => void;
};

function GroupWindow<Group extends FormGroup>(props: WindowProps<Group>) {
  const { group, latest, onDone, onClose } = props;
  const saving = useSaving(group, onDone);
  const { label, about, fields } = settingsGroups[group];
  const schema = settingsSchemas[group];
  return (
    <FormWindow
      {...{ title: label, about, group, fields, latest, saving, onClose }}
      check={(read) => ({
        values: schema.safeParse(read).data ?? null,
        problems: problemsOf(schema, read),
      })}
      preview={previews[group]}
    >
      {(isTyped) => <Saves {...{ group, latest, saving, isTyped }} />}
    </FormWindow>
  );
}
