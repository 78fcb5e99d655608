import type { alerts as en } from '#texts/en/alerts.ts';
import type { Translation } from '#texts/base/translation.ts';

export const alerts = {
  'title.note': 'メモ',
  'title.tip': 'ヒント',
  'title.important': '重要',
  'title.warning': '警告',
  'title.caution': '注意',
} satisfies Translation<typeof en>;
