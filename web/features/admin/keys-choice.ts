const OFF = 'pines.panel-keys-off';

/** Whether the panel's keys of a single letter work in this browser: unless somebody said no. */
export function readKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

export function keepKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '1');
  } catch {
    // It holds until the panel closes.
  }
}
