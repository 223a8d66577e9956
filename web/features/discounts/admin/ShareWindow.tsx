import type { DiscountCode } from '#contract/discounts-admin.ts';
import { pageConfig } from '#web/lib/config.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PrintButton, PrintSheet } from '#web/ui/PrintSheet.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { conditionsText } from './code-texts.ts';
import { qrPng, qrSvg } from './qr-files.ts';
import styles from './ShareWindow.module.css';

type Props = { code: DiscountCode; isUsable: boolean; onClose: () => void };

export function ShareWindow({ code, isUsable, onClose }: Props) {
  const { id, link } = code;
  const file = `codigo-${id}`;
  const savePng = useTask(async () => saveFile(await qrPng(link), `${file}.png`));
  const conditions = conditionsText(code);
  return (
    <Dialog title={`Compartir ${id}`} width="narrow" onClose={onClose}>
      <div className={styles.share}>
        {!isUsable && (
          <Notice tone="info">
            Ahora nadie puede usar este código: revisa su estado y fechas.
          </Notice>
        )}
        <p>Quien abre este enlace llega a la tienda con el código anotado para su pedido.</p>
        <p className={styles.link}>
          <span className={styles.address}>{link}</span>
          <CopyButton text={link} label="Copiar enlace" />
        </p>
        <QrCode text={link} label={`Código QR del enlace de ${id}`} />
        <div className={styles.actions}>
          <Button variant="secondary" busy={savePng.isBusy} onClick={savePng.run}>
            Descargar PNG
          </Button>
          <Button variant="secondary" onClick={() => saveFile(qrSvg(link), `${file}.svg`)}>
            Descargar SVG
          </Button>
          <PrintButton />
        </div>
        {savePng.error !== null && (
          <Notice tone="error">Tu navegador no pudo hacer la imagen. Descarga el SVG.</Notice>
        )}
      </div>
      <PrintSheet>
        <div className={styles.poster}>
          <h1>{pageConfig.get().shop.name}</h1>
          <QrCode text={link} label="" />
          <p className={styles.big}>{id}</p>
          {conditions && <p>{conditions}</p>}
          <p className={styles.address}>{link}</p>
        </div>
      </PrintSheet>
    </Dialog>
  );
}
