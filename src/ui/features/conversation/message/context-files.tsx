import { FolderOpen } from 'lucide-react';
import type { ContextFile } from '#core/context-file.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { PlainLines } from '#ui/shared/markdown/plain-lines.tsx';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import css from './context-files.module.css';

/** The context files sent with this message: a line with their names that opens to show their text. */
export function ContextFiles({ files }: { files: readonly ContextFile[] }) {
  const t = useT('chat');
  const [first, ...others] = files;
  if (!first) return null;
  const nameOf = ({ kind, path: given }: ContextFile, index: number): string =>
    visibleText(kind === 'passage' ? `[${index + 1}] ${given}` : given).text;
  const path = nameOf(first, 0);
  const line =
    others.length === 0 ? t('contextFiles.one', { path }) : t('contextFiles.more', { path, count: others.length });
  return (
    <Disclosure
      className={css['attached']}
      summary={
        <span className={css['line']}>
          <FolderOpen className={css['icon']} aria-hidden />
          <span className={css['path']}>{line}</span>
        </span>
      }
    >
      <ul className={css['files']}>
        {files.map((file, index) => {
          const { id, text } = file;
          const shown = nameOf(file, index);
          return (
            <li key={id}>
              <p className={css['name']}>{shown}</p>
              <ScrollGroup className={typography['code']} label={shown}>
                <PlainLines text={visibleText(text).text} />
              </ScrollGroup>
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}
