import { fromEvent } from 'file-selector';
import { useEffect, useEffectEvent, useState } from 'react';
import { MODAL } from '#web/ui/Dialog.tsx';

export type Arrival = 'dropped' | 'pasted';

const carriesFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

/** A window over the page has the visitor's attention. */
const isCovered = () => document.querySelector(MODAL) !== null;

/** Text pasted into a field is meant for the field. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

/** Returns the files of an event, including those in dropped folders. */
async function readFiles(event: Event): Promise<File[]> {
  return (await fromEvent(event)).filter((item) => item instanceof File);
}

/** Receives files dropped on the window or pasted outside fields. @returns true during a drag */
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

/** Prevents the browser from opening a file that is dropped outside a drop area. */
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
