import type { alerts as en } from '#texts/en/alerts.ts';
import type { Translation } from '#texts/base/translation.ts';

export const alerts = {
  note: 'メモ',
  tip: 'ヒント',
  important: '重要',
  warning: '警告',
  caution: '注意',
} satisfies Translation<typeof en>;
