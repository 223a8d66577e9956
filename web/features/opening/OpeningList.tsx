import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { readOpening } from '#contract/opening/opening.ts';
import { OPENING_STEPS, type OpeningStep } from '#domain/opening/opening.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import parts from '#web/panel/parts.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './OpeningList.module.css';
import { type OpenedGroup, StepWindow } from './StepWindow.tsx';

type Props = {
  /** Number of saves of all settings: each may have done a step. */
  saves: number;
  onGroup: (group: OpenedGroup) => void;
  /** What stands below, once the list above it is known. */
  children: ReactNode;
};

/** What must be set before the shop opens; nothing once all is. */
export function OpeningList({ saves, onGroup, children }: Props) {
  const client = useQueryClient();
  const id = useId();
  const queryKey = ['admin', 'opening', saves];
  const { data: steps = [], isPending } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await callAdmin(readOpening, { signal })).steps,
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<OpeningStep | null>(null);
  const left = steps.filter(({ isDone }) => !isDone).length;
  const openStep = (name: OpeningStep) =>
    name === 'seller' || name === 'payment' ? onGroup(name) : setOpen(name);

  if (isPending) return <Skeleton lines={6} height="7rem" />;
  if (left === 0 && open === null) return <>{children}</>;
  return (
    <>
      <section className="stack-3" aria-labelledby={id}>
        <h4 id={id} className="part-title">
          Antes de abrir
        </h4>
        <p>
          {left === 1 ? 'Falta un paso.' : `Faltan ${left} pasos.`} Luego esta lista desaparece.
        </p>
        <ul className={parts.cards}>
          {steps.map(({ name, isDone, text }) => (
            <li key={name}>
              <button
                type="button"
                className={`${parts.card} ${styles.step}`}
                data-done={isDone || undefined}
                aria-haspopup="dialog"
                onClick={() => openStep(name)}
              >
                <span className={styles.mark} aria-hidden="true">
                  {isDone && <Icon name="tick" />}
                </span>
                <span className={styles.text}>
                  <strong>
                    {OPENING_STEPS[name]}
                    <span className="visually-hidden">{isDone ? ' (listo)' : ' (falta)'}</span>
                  </strong>
                  <span className="soft" dir="auto">
                    {text}
                  </span>
                </span>
                <Icon name="forward" />
              </button>
            </li>
          ))}
        </ul>
        {open && open !== 'seller' && open !== 'payment' && (
          <StepWindow
            step={open}
            onDone={(now) => client.setQueryData(queryKey, now)}
            onGroup={(group) => {
              setOpen(null);
              onGroup(group);
            }}
            onClose={() => {
              setOpen(null);
              void client.invalidateQueries({ queryKey });
            }}
          />
        )}
      </section>
      {children}
    </>
  );
}
