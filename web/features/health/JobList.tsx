import {
  discardJob,
  type FailedJob,
  type FailedMail,
  retryJob,
} from '#contract/health/health-admin.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { Failed } from '#web/panel/Failure.tsx';
import rows from '#web/panel/Rows.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTasks } from '#web/ui/use-task.ts';
import styles from './Health.module.css';
import { jobLabel } from './health-texts.ts';

type Job = FailedJob | FailedMail;

type Acts = {
  onDone: (text: string) => Promise<void>;
  onOpen: (orderId: string) => void;
  onCorrect: (mail: FailedMail) => void;
};

type Props = Acts & { title: string; jobs: readonly Job[] };

/** Jobs that were given up, with what the owner can do about each. */
export function JobList({ title, jobs, ...acts }: Props) {
  const list = useSettling<HTMLUListElement>(jobs.map(({ jobId }) => jobId).join());
  if (jobs.length === 0) return null;
  return (
    <section className={styles.group} aria-label={title}>
      <h4>
        {title} <span className="soft">{jobs.length}</span>
      </h4>
      <ul ref={list} aria-label={title}>
        {jobs.map((job) => (
          <JobRow key={job.jobId} job={job} {...acts} />
        ))}
      </ul>
    </section>
  );
}

function JobRow({ job, onDone, onOpen, onCorrect }: Acts & { job: Job }) {
  const { jobId, kind, at, reason } = job;
  const { busy, error, run } = useTasks<'retry' | 'discard'>();
  const act = (name: 'retry' | 'discard', text: string) =>
    void run(name, async () => {
      const route = name === 'retry' ? retryJob : discardJob;
      await callAdmin(route, { params: { id: jobId } });
      await onDone(text);
    });
  const { to = null, orderId = null, canCorrect = false } = 'to' in job ? job : {};
  const subject = [jobLabel(kind), to].filter(Boolean).join(' a ');
  return (
    <li className={`${rows.row} ${styles.job}`}>
      <p className={styles.what}>
        <strong>{jobLabel(kind)}</strong>
        {to && <span dir="auto">{to}</span>}
        <span className="soft">{formatDateTime(at)}</span>
      </p>
      <p dir="auto">{'to' in job ? reason : `Detalle para quien te ayuda: ${reason}`}</p>
      <div className={`row ${styles.acts}`}>
        {orderId && (
          <button type="button" className={`plain ${rows.open}`} onClick={() => onOpen(orderId)}>
            {orderId}
          </button>
        )}
        {'to' in job && canCorrect && (
          <SmallButton
            disabled={busy !== null}
            aria-label={`Corregir correo: ${subject}`}
            onClick={() => onCorrect(job)}
          >
            Corregir correo
          </SmallButton>
        )}
        <SmallButton
          busy={busy === 'retry'}
          disabled={busy !== null}
          aria-label={`Reintentar: ${subject}`}
          onClick={() => act('retry', 'Lo intentamos de nuevo')}
        >
          Reintentar
        </SmallButton>
        <SmallButton
          variant="quiet"
          disabled={busy !== null}
          aria-label={`Descartar: ${subject}`}
          onClick={() => act('discard', 'Lo descartaste')}
        >
          Descartar
        </SmallButton>
      </div>
      <Failed what="No se pudo hacer" error={error} />
    </li>
  );
}
