/** Titles of alerts, as GitHub has them. */
export const alerts = {
  'title.note': 'Note',
  'title.tip': 'Tip',
  'title.important': 'Important',
  'title.warning': 'Warning',
  'title.caution': 'Caution',
} as const;
