import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FailedMail, type HealthCheck, readHealth } from '#contract/health/health-admin.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { CHECKS } from '#domain/health/checks.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { QueryState } from '#web/panel/Failure.tsx';
import { describeBinned } from '#web/panel/order/order-texts.ts';
import rows from '#web/panel/Rows.module.css';
import { Split } from '#web/panel/Split.tsx';
import type { TabPlace } from '#web/panel/tab-place.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { CorrectMailWindow } from './CorrectMailWindow.tsx';
import styles from './Health.module.css';
import { describeOrigin, stateLabels } from './health-texts.ts';
import { JobList } from './JobList.tsx';

/** How soon the result of a retry is shown. */
const POLL_MS = 5000;

type Props = Pick<TabPlace, 'open' | 'onOpen' | 'orderWindow'>;

/** What works and what does not, with the mails that could not be delivered. */
export function HealthTab({ open, onOpen, orderWindow }: Props) {
  const query = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => callAdmin(readHealth, { signal }),
    refetchInterval: POLL_MS,
  });
  const { data } = query;
  const [correcting, setCorrecting] = useState<FailedMail | null>(null);
  const [flash, showFlash] = useFlash();
  const client = useQueryClient();
  const onDone = async (text: string) => {
    showFlash('success', text);
    // The histories of orders change, too.
    await client.invalidateQueries({ queryKey: ['admin'] });
  };
  const acts = { onDone, onOpen, onCorrect: setCorrecting };
  return (
    <>
      <h3>Salud</h3>
      <Flash flash={flash} />
      <QueryState what="Error al cargar la salud de la tienda" query={query} lines={5} />
      <Split
        {...{ open, orderWindow }}
        onClose={() => onOpen(null)}
        onDeleted={(id) => showFlash('info', describeBinned(id))}
      >
        {data && (
          <>
            <ul className="stack" aria-label="Salud">
              {data.checks.map((check) => (
                <CheckRow key={check.name} check={check} />
              ))}
            </ul>
            <JobList title="Correos sin entregar" jobs={data.failedMails} {...acts} />
            <JobList title="Tareas sin terminar" jobs={data.failedJobs} {...acts} />
            <p className="soft">
              Se revisa cada cuarto de hora. Te avisamos por correo cuando algo empieza a andar mal,
              y otra vez cuando se arregla.
            </p>
          </>
        )}
      </Split>
      {correcting && (
        <CorrectMailWindow
          mail={correcting}
          others={data?.failedMails ?? []}
          onDone={onDone}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  );
}

function CheckRow({ check: { name, state, since, text } }: { check: HealthCheck }) {
  const label = stateLabels[state];
  const facts = [
    since && `desde el ${formatDateTime(since)}`,
    name === 'address' && describeOrigin(location.origin),
  ].filter(Boolean);
  return (
    <li className={`${rows.row} ${styles.check}`}>
      <strong>{CHECKS[name]}</strong>
      <span>
        <Badge tone={label.tone}>{label.text}</Badge>
      </span>
      <span className={styles.text}>
        {text}
        {/* No line starts with a dot. */}
        <span className="soft">{['', ...facts].join('\u00a0· ')}</span>
      </span>
    </li>
  );
}
