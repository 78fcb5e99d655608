import { useEffect, useRef } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Slash } from './use-slash.ts';
import css from './slash-list.module.css';

/** The matching commands, of which there are some, above the message box. The focus stays in the box. */
export function SlashList({ slash }: { slash: Slash }) {
  const t = useT('messageOptions');
  const { listId, found, active, optionId, describe, choose, point } = slash;
  const activeId = optionId(active);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label={t('command.list')} className={css['list']}>
      {found.map((command, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- its keys are those of the message box, where the focus stays
        <div
          key={command.kind === 'prompt' ? command.prompt.id : command.name}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          className={css['option']}
          data-prompt={command.kind === 'prompt' || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => point(index)}
          onClick={() => choose(index)}
        >
          <span className={css['name']}>/{command.name}</span>
          <span className={css['text']}>{describe(command)}</span>
        </div>
      ))}
    </div>
  );
}
