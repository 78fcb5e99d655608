import { ChevronRight, CircleAlert, MapPin, Paperclip } from 'lucide-react';
import type { OutlineLine } from '#core/outline/outline-lines.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { cssVars } from '#ui/kit/css-vars.ts';
import type { OutlineLines } from './use-outline-lines.ts';
import css from './outline.module.css';

interface OutlineRowProps {
  id: string;
  line: OutlineLine;
  /** Where it is among the lines. */
  index: number;
  /** In pixels. */
  top: number;
  outline: OutlineLines;
  onGoTo: (line: OutlineLine) => void;
}

/** Deeper branches aren't indented further, or the words would have no space. */
const MAX_DEPTH = 8;

export function OutlineRow({ id, line, index, top, outline, onGoTo }: OutlineRowProps) {
  const { lines, flat, active, here, dispatch } = outline;
  const own = line.head.role === 'user';
  const folds = line.opens && !flat;
  const folded = outline.folded.has(line.id);
  const level = Math.min(line.level, MAX_DEPTH);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong to the tree
    <div
      id={id}
      className={css['line']}
      style={{ transform: `translateY(${top}px)`, ...cssVars({ '--level': String(flat ? 0 : level - 1) }) }}
      role="treeitem"
      tabIndex={-1}
      aria-level={flat ? 1 : line.level}
      aria-posinset={index + 1}
      aria-setsize={lines.length}
      aria-selected={index === active}
      {...(folds && { 'aria-expanded': !folded })}
      {...(line.id === here && { 'aria-current': 'location' as const })}
      data-chosen={line.chosen || undefined}
      data-own={own || undefined}
      onClick={() => onGoTo(line)}
    >
      <span
        className={css['fold']}
        data-open={!folded || undefined}
        aria-hidden
        onClick={(event) => {
          if (!folds) return;
          event.stopPropagation();
          dispatch({ kind: 'fold', id: line.id, folded: !folded });
        }}
      >
        {folds && <ChevronRight />}
      </span>
      <LineText line={line} />
      <LineSigns line={line} isHere={line.id === here} />
    </div>
  );
}

/** Who wrote it, and how it begins. */
function LineText({ line }: { line: OutlineLine }) {
  const t = useT('outline');
  const chat = useT('chat');
  const { describe } = useChatScene();
  const { head, origin } = line;
  const facts = origin ? describe(origin) : null;
  const own = head.role === 'user';
  const summary = own && head.author === 'automation' && origin !== undefined;
  const who = summary
    ? t('summary')
    : own
      ? t(head.author ? 'baton' : 'you')
      : (facts?.label ?? chat(head.edited ? 'message.edited' : 'message.unknownModel'));
  const growing = head.status === 'streaming';
  const text =
    line.excerpt || t(growing ? 'writing' : head.failed ? 'failed' : head.attached ? 'attachment' : 'noWords');
  return (
    <>
      <span className={css['mark']}>
        {own ? <i aria-hidden /> : <VendorMark vendor={origin?.vendor ?? null} practice={facts?.practice ?? false} />}
      </span>
      <span className={css['who']}>{who}</span>
      <span className={css['text']} data-faint={line.excerpt === '' || undefined}>
        {text}
      </span>
    </>
  );
}

/** What is special about it: attachments, failure, steps, its version, and whether it is in view. */
function LineSigns({ line, isHere }: { line: OutlineLine; isHere: boolean }) {
  const t = useT('outline');
  const { head, version, steps, chosen } = line;
  return (
    <>
      {head.attached && line.excerpt !== '' && <Paperclip className={css['sign']} aria-hidden />}
      {head.failed && <CircleAlert className={css['sign']} data-failed aria-label={t('failed')} />}
      {steps > 1 && <span className={css['note']}>{t('steps', { count: steps })}</span>}
      {version && (
        <span className={css['note']} title={t('version', { ...version })}>
          {t(`how.${version.how}`)} <span className={css['number']}>{`${version.at}/${version.of}`}</span>
        </span>
      )}
      {chosen && <span className="visually-hidden">{t('chosen')}</span>}
      {isHere && (
        <span className={css['here']}>
          <MapPin aria-hidden />
          <span className={css['hereWord']}>{t('here')}</span>
        </span>
      )}
    </>
  );
}
