import { Tag } from '#ui/kit/controls/tag.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** Marks what doesn't come from a real vendor. */
export function PracticeTag() {
  const t = useT('common');
  return <Tag>{t('practice')}</Tag>;
}
