import { type ReactNode, useState } from 'react';
import { SETTINGS_GROUPS, type SettingsGroup } from '#domain/settings.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useSettings } from '../queries.ts';
import { GroupCard } from './GroupCard.tsx';
import { GroupWindow } from './GroupWindow.tsx';
import { groupOf } from './groups.ts';
import styles from './SettingsTab.module.css';
import { StartFacts } from './StartFacts.tsx';

export function SettingsTab({ backup }: { backup: ReactNode }) {
  const { data, error, isFetching, refetch } = useSettings();
  const [open, setOpen] = useState<SettingsGroup | null>(null);
  const [flash, showFlash] = useFlash();
  return (
    <>
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Ajustes</h3>
      </div>
      <Flash flash={flash} />
      {error && !isFetching && (
        <Failure
          error={error}
          text={describeFailure('Error al cargar los ajustes', error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && isFetching && <Skeleton lines={6} height="7rem" />}
      {data && (
        <>
          <ul className={styles.cards} aria-label="Grupos de ajustes">
            {SETTINGS_GROUPS.map((group) => (
              <GroupCard
                key={group}
                group={group}
                described={groupOf(data.settings, group)}
                onOpen={() => setOpen(group)}
              />
            ))}
          </ul>
          {backup}
          <StartFacts environment={data.environment} />
        </>
      )}
      {data && open && (
        <GroupWindow
          group={open}
          latest={groupOf(data.settings, open)}
          onDone={(text) => {
            setOpen(null);
            showFlash('success', text);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
