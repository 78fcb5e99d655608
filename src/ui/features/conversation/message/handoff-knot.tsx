import { Popover } from '@base-ui/react/popover';
import { ArrowRight } from 'lucide-react';
import type { Origin } from '#core/vendor.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { useSend } from '#ui/data/use-sends.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { NoteList } from '#ui/features/conversation/inspector/note-list.tsx';
import { groupNotes, ofEffect } from '#ui/features/conversation/inspector/read-notes.ts';
import { useReports } from '#ui/features/conversation/inspector/inspector-context.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { cssVars } from '#ui/kit/css-vars.ts';
import { useHint } from '#ui/features/conversation/hints/use-hint.ts';
import { Knot } from '#ui/features/conversation/marks/knot.tsx';
import css from './handoff-knot.module.css';

interface HandoffKnotProps {
  from: Origin;
  to: Origin;
  /** The first answer after the handoff. */
  answerId: string;
}

/** A handoff in the conversation: from which model to which, and what changed on the way. */
export function HandoffKnot({ from, to, answerId }: HandoffKnotProps) {
  const t = useT('chat');
  useHint('knot');
  const { describe } = useChatScene();
  const before = describe(from);
  const after = describe(to);
  return (
    <div className={css['row']}>
      <Popover.Root>
        <Popover.Trigger
          className={css['trigger']}
          style={cssVars({ '--from': VENDOR_LOOK[from.vendor].color, '--to': VENDOR_LOOK[to.vendor].color })}
        >
          <Knot className={css['knot'] ?? ''} />
          <span className="visually-hidden">{t('handoff.label')} </span>
          <span className={css['from']}>{before.label}</span>
          <ArrowRight className={css['arrow']} aria-hidden />
          <span className="visually-hidden"> {t('handoff.to')} </span>
          <span className={css['to']}>{after.label}</span>
        </Popover.Trigger>
        <PopoverPanel side="bottom" title={t('handoff.title')}>
          <dl className={css['facts']}>
            <dt>{t('handoff.from')}</dt>
            <dd>
              <VendorMark vendor={from.vendor} practice={before.practice} />
              {before.label}
              {before.source !== before.label && <span className={css['source']}>{before.source}</span>}
            </dd>
            <dt>{t('handoff.toTerm')}</dt>
            <dd>
              <VendorMark vendor={to.vendor} practice={after.practice} />
              {after.label}
              {after.source !== after.label && <span className={css['source']}>{after.source}</span>}
            </dd>
          </dl>
          <Handed answerId={answerId} sameVendor={from.vendor === to.vendor} />
        </PopoverPanel>
      </Popover.Root>
    </div>
  );
}

/** The report of this handoff; a general text where none was stored. */
function Handed({ answerId, sameVendor }: { answerId: string; sameVendor: boolean }) {
  const t = useT('chat');
  const reports = useT('report');
  const { sessionId } = useChatScene();
  const { inspect } = useReports();
  const send = useSend(answerId);
  if (send === undefined) return null;
  const open = (
    <Popover.Close
      className={buttonClass('quiet', true)}
      onClick={() => inspect({ kind: 'sent', sessionId, answerId })}
    >
      {reports('inspector.open')}
    </Popover.Close>
  );
  if (send === null)
    return (
      <>
        <Popover.Description className={css['note']}>
          {sameVendor ? t('handoff.noteSameVendor') : t('handoff.note')}
        </Popover.Description>
        {open}
      </>
    );
  const groups = ofEffect(groupNotes(send.notes), 'stays', 'converted');
  const unchanged = groups.length === 0 && send.left === 0;
  return (
    <>
      {groups.length > 0 && <NoteList groups={groups} />}
      <Popover.Description className={css['note']}>
        {send.left > 0 && `${reports('report.left', { count: send.left })}. `}
        {reports(unchanged ? 'knot.all' : 'knot.unchanged')}
      </Popover.Description>
      {open}
    </>
  );
}
