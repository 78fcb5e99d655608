import type { alerts as en } from '#texts/en/alerts.ts';
import type { Translation } from '#texts/base/translation.ts';

export const alerts = {
  'title.note': '참고',
  'title.tip': '팁',
  'title.important': '중요',
  'title.warning': '경고',
  'title.caution': '주의',
} satisfies Translation<typeof en>;
