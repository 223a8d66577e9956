import { Notice } from '#web/ui/Notice.tsx';

/** Says that the code of the link is not forgotten; whether it holds is seen at the summary. */
export function OfferedCodeNotice({ code }: { code: string }) {
  return (
    <Notice tone="info">
      Anotamos tu código <strong dir="auto">{code}</strong>: lo revisamos en el resumen, antes de
      que confirmes.
    </Notice>
  );
}
