import { type KeyboardEvent, useId, useState } from 'react';
import { type Comuna, searchComunas } from '#domain/comunas.ts';
import { regionName } from '#domain/regions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import styles from './ComunaSearch.module.css';

type Props = { onChoose: (comuna: Comuna) => void };

/** For whoever lives outside the listed cities: finds any commune of Chile. */
export function ComunaSearch({ onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const choose = (comuna: Comuna) => {
    setOpen(false);
    onChoose(comuna);
  };
  return (
    <>
      <Button
        variant="quiet"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ¿No encuentras tu ciudad?
      </Button>
      {isOpen && <Search onChoose={choose} onLeave={() => setOpen(false)} />}
    </>
  );
}

function Search({ onChoose, onLeave }: Props & { onLeave: () => void }) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isListed, setListed] = useState(false);
  const [active, setActive] = useState(0);
  const found = isListed ? searchComunas(typed) : [];
  const optionId = (index: number) => `${listId}-${index}`;

  const list = (text: string) => {
    setTyped(text);
    setListed(true);
    setActive(0);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      setListed(true);
      const count = found.length;
      if (count > 0) setActive((active + (key === 'ArrowDown' ? 1 : count - 1)) % count);
    } else if (key === 'Enter') {
      const comuna = found[active];
      if (comuna) onChoose(comuna);
    } else if (key === 'Escape') {
      if (found.length > 0) setListed(false);
      else if (typed) list('');
      else onLeave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.search}>
      <Field label="Busca tu comuna" hint="Conocemos las 346 comunas de Chile">
        {(control) => (
          <input
            {...control}
            ref={focus}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={found.length > 0}
            aria-controls={found.length > 0 ? listId : undefined}
            aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
            autoComplete="off"
            value={typed}
            onChange={(event) => list(event.target.value)}
            onBlur={() => setListed(false)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {found.length > 0 && (
        <div id={listId} role="listbox" aria-label="Comunas" className={styles.list}>
          {found.map((comuna, index) => (
            <button
              key={comuna.name}
              type="button"
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              // Keeps the focus where it is, in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(comuna)}
            >
              {comuna.name} <span className={styles.region}>{regionName(comuna.region)}</span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className={styles.status}>
        {isListed && typed.trim() ? countText(found.length) : ''}
      </p>
    </div>
  );
}

/** Whoever opened the search wants to type. */
function focus(input: HTMLInputElement | null) {
  input?.focus();
}

function countText(count: number): string {
  if (count === 0) return 'Ninguna comuna se llama así. Prueba con otra parte del nombre.';
  return count === 1 ? '1 comuna encontrada' : `${count} comunas encontradas`;
}
