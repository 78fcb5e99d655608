import { Popover } from '@base-ui/react/popover';
import type { DescribedNote } from '#flows/request/request-inspection.ts';
import type { SendRow } from '#storage/rows.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { NoteList } from '#ui/features/conversation/inspector/note-list.tsx';
import { groupNotes } from '#ui/features/conversation/inspector/read-notes.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { useHint } from '#ui/features/conversation/hints/use-hint.ts';
import { StitchMark } from '#ui/features/conversation/marks/stitch-mark.tsx';
import css from './stitch.module.css';

/** A stitch on the thread of a message that the last request sent in another form. It shows what changed and why. */
export function Stitch({ send, notes }: { send: SendRow; notes: readonly DescribedNote[] }) {
  const t = useT('report');
  useHint('stitch');
  const { describe, sessionId } = useChatScene();
  const { inspect } = useReports();
  const model = describe(send).label;
  const groups = groupNotes(notes);
  const rule = groups[0]?.rule;
  return (
    <Popover.Root>
      <Popover.Trigger
        className={css['trigger']}
        aria-label={t('stitch.label', { count: notes.length, model })}
        title={t('stitch.label', { count: notes.length, model })}
      >
        <StitchMark className={css['mark']} />
      </Popover.Trigger>
      <PopoverPanel side="bottom" title={t('stitch.title', { model })}>
        <NoteList groups={groups} reasons />
        <Popover.Description className={css['note']}>{t('stitch.note')}</Popover.Description>
        <Popover.Close
          className={buttonClass('quiet', true)}
          onClick={() => inspect({ kind: 'sent', sessionId, answerId: send.id, ...(rule !== undefined && { rule }) })}
        >
          {t('inspector.open')}
        </Popover.Close>
      </PopoverPanel>
    </Popover.Root>
  );
}
