const shapes = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5z',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  cancelled: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 9l6 6M15 9l-6 6',
  alert: 'M12 6v7.5M12 17.5v.5',
  info: 'M12 11v7M12 6v.5',
  camera:
    'M4 8h3.2l1.6-2.5h6.4L16.8 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM12 16.4a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  warning: 'M12 8v5M12 16.5v.5M12 3.5l9.5 16.5h-19z',
  pin: 'M12 21s7-6.6 7-12a7 7 0 0 0-14 0c0 5.4 7 12 7 12zM12 11.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  print: 'M7 8.5V4h10v4.5M7 17H4V8.5h16V17h-3M7 13.5h10V20H7z',
  turnLeft: 'M5 9h9a5 5 0 0 1 0 10h-3M9 5L5 9l4 4',
  turnRight: 'M19 9h-9a5 5 0 0 0 0 10h3M15 5l4 4-4 4',
  repeat: 'M19 12a7 7 0 1 1-2.2-5.1M17 3v4h-4',
} as const;

export type IconName = keyof typeof shapes;

/** A line drawing in the text's colour and size; only decoration, so it has no name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
