import { problemsOf } from '#contract/rules.ts';
import { type SheetSettings, sheetSettings } from '#contract/sheets.ts';
import { readNumber, writeNumber } from '#web/lib/decimals.ts';

const KEY = 'pines-press-sheet';

/** Settings as the form holds them; a blank paper or length is the shop's own, a blank printer none. */
export type SettingsForm = Record<keyof SheetSettings, string>;

const usual: SheetSettings = {
  paper: null,
  printer: null,
  margin: null,
  gap: null,
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
    margin: margin === null ? '' : writeNumber(margin),
    gap: gap === null ? '' : writeNumber(gap),
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
    margin: readLength(margin),
    gap: readLength(gap),
  };
  const { data } = sheetSettings.safeParse(sent);
  return data
    ? { settings: data, problems: null }
    : { settings: null, problems: problemsOf(sheetSettings, sent) };
}

const readLength = (typed: string) => (typed.trim() === '' ? null : readNumber(typed));
