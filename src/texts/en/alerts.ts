/** Titles of alerts, as GitHub has them. */
export const alerts = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
} as const;
