import { useState } from 'react';
import { auditActions, auditEntities, listActivity } from '#contract/base/audit.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { keysOf } from '#domain/base/keys.ts';
import { Fold } from '#web/ui/Fold.tsx';
import { SelectField } from '#web/ui/FormFields.tsx';
import styles from './Activity.module.css';
import { actorName, describeChanges, entityName } from './audit-texts.ts';
import { callAdmin } from './call-admin.ts';
import { QueryState } from './Failure.tsx';
import { More } from './More.tsx';
import parts from './parts.module.css';
import { usePages } from './use-pages.ts';

export function Activity() {
  return <Fold title="Actividad">{() => <Entries />}</Fold>;
}

const FAILED = 'Error al cargar la actividad';

function Entries() {
  const [entity, setEntity] = useState('');
  const list = usePages(['admin', 'activity', entity], (cursor, signal) =>
    callAdmin(listActivity, { query: { entity, cursor }, signal }),
  );
  const entries = list.data?.pages.flatMap((page) => page.activity);
  return (
    <div className={styles.inside}>
      <div className={styles.about}>
        <SelectField
          label="Sobre"
          value={entity}
          options={[
            ['', 'Todo'],
            ...keysOf(auditEntities).map((known) => [known, auditEntities[known]] as const),
          ]}
          onPick={setEntity}
        />
      </div>
      <QueryState what={FAILED} query={list} lines={3} height="3rem" />
      {entries?.length === 0 && <p className={parts.empty}>Todavía no hay actividad</p>}
      <ol className={parts.timeline}>
        {entries?.map(({ id, at, by, action, changes, entity: about, entityId }) => (
          <li key={id}>
            <p>
              <strong>{auditActions[action]}</strong> · {auditEntities[about]}{' '}
              {entityName(about, entityId)}
            </p>
            {changes.length > 0 && <p dir="auto">{describeChanges(changes)}</p>}
            <p className="soft">
              {formatDateTime(at)} · {actorName(by, action)}
            </p>
          </li>
        ))}
      </ol>
      <More list={list} what={FAILED} />
    </div>
  );
}
