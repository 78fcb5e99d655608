import changelog from '../../../../CHANGELOG.md?raw';
import { joinLines } from '#ui/shared/markdown/join-lines.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './notes.module.css';

/** Without the title, which the dialog has. */
const TEXT = joinLines(changelog.replace(/^# .*\n/, '').trim());

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
