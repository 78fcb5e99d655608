import type { alerts as en } from '#texts/en/alerts.ts';
import type { Translation } from '#texts/base/translation.ts';

export const alerts = {
  note: '참고',
  tip: '팁',
  important: '중요',
  warning: '경고',
  caution: '주의',
} satisfies Translation<typeof en>;
