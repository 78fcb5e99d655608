import { ChevronLeft, ChevronRight, Columns2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StoredMessage } from '#storage/rows.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useSiblings, type Siblings } from '#ui/data/use-siblings.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { ActionButton } from './action-button.tsx';
import css from './message.module.css';

/** Avoids a query for rows that scroll past quickly. */
const REST_MS = 120;

/**
 * `‹ 2/3 ›` to switch between the versions of a message; empty when there is only one. Its space is always reserved.
 */
export function SiblingSwitcher({ message }: { message: StoredMessage }) {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested ? <Switcher message={message} /> : null;
}

function Switcher({ message }: { message: StoredMessage }) {
  const siblings = useSiblings(message);
  return siblings && siblings.ids.length > 1 ? <Versions messageId={message.id} siblings={siblings} /> : null;
}

function Versions({ messageId, siblings }: { messageId: string; siblings: Siblings }) {
  const t = useT('chat');
  const tree = useT('tree');
  const { actions, switched, announce } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const own = useRef<HTMLSpanElement>(null);
  // The pressed buttons disappeared with the version they belonged to.
  useEffect(() => {
    const by = switched.take(messageId);
    if (by === null) return;
    const buttons = own.current?.querySelectorAll('button');
    const [target, other] = by === 1 ? [buttons?.[1], buttons?.[0]] : [buttons?.[0], buttons?.[1]];
    (target?.disabled ? other : target)?.focus({ preventScroll: true });
  }, [switched, messageId]);
  const { ids, index } = siblings;
  const step = (by: -1 | 1) => {
    const id = ids[index + by];
    if (id === undefined) return;
    switched.remember(id, by);
    announce(t('siblings.position', { at: index + by + 1, of: ids.length }));
    actions.choose(id);
  };
  const blocked = running || readOnly;
  return (
    <span ref={own} className={css['siblings']}>
      <button
        type="button"
        className={iconButtonClass(true)}
        aria-label={t('siblings.previous')}
        title={t('siblings.previous')}
        disabled={blocked || index === 0}
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <span className={css['siblingCount']} aria-label={t('siblings.position', { at: index + 1, of: ids.length })}>
        {index + 1}/{ids.length}
      </span>
      <button
        type="button"
        className={iconButtonClass(true)}
        aria-label={t('siblings.next')}
        title={t('siblings.next')}
        disabled={blocked || index === ids.length - 1}
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden />
      </button>
      {siblings.questionId !== null && (
        <ActionButton
          label={tree('view.open')}
          icon={<Columns2 aria-hidden />}
          onClick={() => actions.compare(siblings.questionId ?? '')}
        />
      )}
    </span>
  );
}
