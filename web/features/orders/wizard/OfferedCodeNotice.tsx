import { Notice } from '#web/ui/Notice.tsx';

export function OfferedCodeNotice({ code }: { code: string }) {
  return (
    <Notice tone="info">
      Anotamos tu código <strong dir="auto">{code}</strong>: lo revisamos en el resumen, antes de
      que confirmes.
    </Notice>
  );
}
