import { problemsOf } from '#contract/rules.ts';
import { type SheetSettings, sheetSettings } from '#contract/sheets.ts';
import { GAP_MM, MARGIN_MM } from '#domain/sheets.ts';

const KEY = 'pines-press-sheet';

/** Settings as the form holds them; a blank paper is the shop's own, a blank printer none. */
export type SettingsForm = Record<keyof SheetSettings, string>;

const usual: SheetSettings = {
  paper: null,
  printer: null,
  margin: MARGIN_MM.usual,
  gap: GAP_MM.usual,
  separation: 'colours',
};

/** Returns the settings that were last used in this browser. */
export function readSettings(): SheetSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return sheetSettings.safeParse(kept).data ?? usual;
  } catch {
    return usual;
  }
}

/** Remembers settings, where the browser lets us. */
export function keepSettings(settings: SheetSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold for this sheet.
  }
}

export function toForm(settings: SheetSettings): SettingsForm {
  const { paper, printer, margin, gap, separation } = settings;
  return {
    paper: paper ?? '',
    printer: printer ?? '',
    margin: writeNumber(margin ?? MARGIN_MM.usual),
    gap: writeNumber(gap ?? GAP_MM.usual),
    separation: separation ?? 'colours',
  };
}

/** Returns the settings, or what is wrong with each field. */
export function readForm({
  paper,
  printer,
  margin,
  gap,
  separation,
}: SettingsForm):
  | { settings: SheetSettings; problems: null }
  | { settings: null; problems: Readonly<Record<string, string>> } {
  const sent = {
    ...{ paper: paper || null, printer: printer || null, separation },
    margin: readNumber(margin),
    gap: readNumber(gap),
  };
  const { data } = sheetSettings.safeParse(sent);
  return data
    ? { settings: data, problems: null }
    : { settings: null, problems: problemsOf(sheetSettings, sent) };
}

/** Reads a number as it is written in Chile, with a comma; NaN for what is none. */
export function readNumber(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** Writes a number with a comma. */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}
