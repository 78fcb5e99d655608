import changelog from '../../../../CHANGELOG.md?raw';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './notes.module.css';

/**
 * Without the title, which the dialog has, and without line breaks inside paragraphs, which a conversation would show.
 */
const TEXT = changelog
  .replace(/^# .*\n/, '')
  .trim()
  .replace(/(?<=\S)\n(?=[^\s#>*|`-])/g, ' ');

export function Notes() {
  const t = useT('settings');
  return (
    <ScrollGroup className={css['notes']} label={t('news.title')}>
      <div lang="en">
        <Markdown text={TEXT} />
      </div>
    </ScrollGroup>
  );
}
