import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './ScanButton.module.css';

/** The Shape Detection API, which browsers for Android implement. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };

declare global {
  interface Window {
    BarcodeDetector?: new () => Detector;
  }
}

type Props = { onRead: (number: string) => void };

/** Reads a parcel's number from its label by the camera; hidden without browser support. */
export function ScanButton({ onRead }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!window.BarcodeDetector || !navigator.mediaDevices) return null;
  const read = (number: string) => {
    setOpen(false);
    onRead(number);
  };
  return (
    <div className={styles.place}>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon name="camera" /> Leer con la cámara
      </Button>
      {isOpen && <ScanWindow onRead={read} onClose={() => setOpen(false)} />}
    </div>
  );
}

const PAUSE_MS = 150;

function ScanWindow({ onRead, onClose }: Props & { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const found = useEffectEvent(onRead);
  useEffect(() => {
    const leaving = new AbortController();
    if (video.current) {
      readCode(video.current, leaving.signal).then(
        (number) => number !== null && found(number),
        (error) => !leaving.signal.aborted && setProblem(describeProblem(error)),
      );
    }
    return () => leaving.abort();
  }, []);
  return (
    <Dialog title="Leer el código del envío" width="narrow" onClose={onClose}>
      {problem === null ? (
        <>
          <video ref={video} className={styles.view} muted playsInline />
          <p role="status">Apunta al código de barras de la etiqueta: se lee solo.</p>
        </>
      ) : (
        <Notice tone="error">{problem}</Notice>
      )}
      <Button variant="secondary" onClick={onClose}>
        {problem === null ? 'Cancelar' : 'Escribir el número'}
      </Button>
    </Dialog>
  );
}

/** Returns the first code that the camera reads, or null on abort; then turns the camera off. */
async function readCode(view: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const { BarcodeDetector } = window;
  if (!BarcodeDetector) return null;
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    if (signal.aborted) return null;
    view.srcObject = stream;
    await view.play();
    const detector = new BarcodeDetector();
    while (!signal.aborted) {
      const codes = await detector.detect(view);
      const number = codes.map(({ rawValue }) => rawValue.trim()).find(isNumber);
      if (number !== undefined) return signal.aborted ? null : number;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } finally {
    stop();
  }
}

/** QR codes on labels are often URLs. */
function isNumber(text: string): boolean {
  return text !== '' && text.length <= ADMIN_LIMITS.trackingNumber && !text.includes('://');
}

function describeProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'El navegador no tiene permiso para usar la cámara. Dáselo en los ajustes de esta página, o escribe el número.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'No encontramos una cámara en este equipo. Escribe el número.';
  }
  if (name === 'NotReadableError') {
    return 'Otra aplicación está usando la cámara. Ciérrala e intenta de nuevo, o escribe el número.';
  }
  return 'No pudimos usar la cámara. Escribe el número.';
}
