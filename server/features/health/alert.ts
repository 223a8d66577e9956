import * as z from 'zod';
import { panelHealthUrl } from '#contract/health/health-admin.ts';
import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { exchangeText } from '#server/lib/outbound.ts';

/** The job that posts a text to `ALERT_URL`. */
export const ALERT = 'alert';
const payload = z.object({ text: z.string() });

export function alertHandlers(context: Context): Record<string, JobHandler> {
  return { [ALERT]: async (sent) => sendAlert(context, payload.parse(sent).text) };
}

/** The answer is not used. */
const MAX_BYTES = 10_000;

/** @throws an error that does not name the URL, which may have a password */
export async function sendAlert({ config }: Pick<Context, 'config'>, text: string): Promise<void> {
  const { alertUrl, mayBeLocal } = config.watch;
  if (alertUrl === null) return;
  const options = { method: 'POST', body: text, mayBeLocal, maxBytes: MAX_BYTES } as const;
  const answer = await exchangeText(alertUrl, options).catch(() => null);
  if (!answer) throw new Error('the server of ALERT_URL did not answer');
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`the server of ALERT_URL answered with status ${answer.status}`);
  }
}

type Line = { label: string; value: string };

/** Returns the text of an alert: no names, addresses or orders, because others may read it. */
export function writeAlert(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { wrong, over }: { wrong: readonly Line[]; over: readonly Line[] },
): string {
  const list = (title: string, lines: readonly Line[]) =>
    lines.length > 0 ? [title, ...lines.map(({ label, value }) => `- ${label}: ${value}`)] : [];
  const see = `Míralo en «Salud»: ${panelHealthUrl(publicUrl)}`;
  return [...list('Algo anda mal en tu tienda', wrong), ...list('Ya está bien', over), see].join(
    '\n',
  );
}
