import { fromEvent } from 'file-selector';
import { useEffect, useEffectEvent, useState } from 'react';

export type Arrival = 'dropped' | 'pasted';

const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

/** A window over the page is what the visitor deals with now. */
const isCovered = () => document.querySelector('dialog:modal') !== null;

/** Text that is pasted into a field is meant for the field. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

/** The files of an event, those inside dropped folders too. */
async function readFiles(event: Event): Promise<File[]> {
  return (await fromEvent(event)).filter((item) => item instanceof File);
}

/** Takes files dropped on the window or pasted outside fields. @returns whether some are over it */
export function useFileArrivals(onFiles: (files: File[], arrival: Arrival) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(async (event: Event, arrival: Arrival) => {
    event.preventDefault();
    const files = await readFiles(event);
    if (files.length > 0) onFiles(files, arrival);
  });

  useEffect(() => {
    const end = new AbortController();
    const listen = <T extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      type: T,
      listener: (event: WindowEventMap[T]) => void,
    ) => addEventListener(type, listener, { signal: end.signal });
    listen('dragover', (event) => {
      if (!carriesFiles(event.dataTransfer) || isCovered()) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (carriesFiles(event.dataTransfer) && !isCovered()) void take(event, 'dropped');
    });
    listen('paste', (event) => {
      const isForUs = carriesFiles(event.clipboardData) && !isTextField(event.target);
      if (isForUs && !isCovered()) void take(event, 'pasted');
    });
    return () => end.abort();
  }, []);
  return isOver;
}

/** Keeps a file that is dropped where nobody takes it from leading the browser away. */
export function useDropGuard() {
  useEffect(() => {
    const end = new AbortController();
    const hold = (event: DragEvent) => {
      if (event.defaultPrevented || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', hold, { signal: end.signal });
    addEventListener('drop', hold, { signal: end.signal });
    return () => end.abort();
  }, []);
}
