import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import type { Origin } from '#core/vendor.ts';
import { Citations } from '#ui/features/conversation/citations/citations.tsx';
import { useHighlights } from '#ui/features/conversation/find/use-highlights.ts';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FoundProvider } from '#ui/shared/markdown/fold-context.ts';
import { estimateHeight } from './estimate-height.ts';
import { CodePreviewsProvider } from '#ui/features/conversation/previews/code-previews-provider.tsx';
import { MessageMenu } from '#ui/features/conversation/message/message-menu.tsx';
import { ReadAloud } from '#ui/features/conversation/speech/read-aloud.tsx';
import { PictureViewer } from '#ui/features/conversation/pictures/picture-viewer.tsx';
import { JumpToEnd } from './jump-to-end.tsx';
import { MessageRow } from './message-row.tsx';
import type { Row } from '#ui/features/conversation/rows/rows.ts';
import { StoredEdits } from './stored-edits.tsx';
import { threadOf } from './thread-of.ts';
import type { ConversationListHandle } from '#ui/features/conversation/scene/handles.ts';
import type { Goal } from '#ui/features/conversation/scene/use-finding.ts';
import { useFound } from './use-found.ts';
import { useJump } from './use-jump.ts';
import { createRowMeasure } from './measure-rows.ts';
import { useListScrolling } from './use-list-scrolling.ts';
import { useMessageKeys } from './use-message-keys.ts';
import { useMessageRows } from './use-message-rows.ts';
import { useUnfoldedPlace } from './use-unfolded-place.ts';
import { QuoteSelection } from './quote-selection.tsx';
import css from './conversation-list.module.css';

/** Extra rows rendered above and below the visible ones. */
const OVERSCAN = 4;
/** Within this distance (px) from the end counts as being at the end. */
const END_ZONE = 96;
/** Loads messages when this few rows are left before those that are missing. */
const FETCH_AHEAD = 8;
/** Height (px) of the line that replaces many steps, with its spacing. */
const FOLDED_STEPS = 48;
/** Height (px) of what a run of some files and commands did. */
const REPORT = 240;

interface ConversationListProps {
  /** The origin of the answer in progress. */
  fresh: Origin | null;
  /** The message to go to. */
  goal: Goal | null;
  /** Case-folded words to mark in the rendered messages. */
  terms: readonly string[];
  ref: Ref<ConversationListHandle>;
  /** Returns the focus to the message box. */
  onLeave: () => void;
}

/** The conversation, virtualized. It follows the end only while the reader is there. */
export function ConversationList({ fresh, goal, terms, ref, onLeave }: ConversationListProps) {
  const t = useT('chat');
  const tree = useT('tree');
  const history = useSessionHistory();
  const { messages, gap, isLoading, hasMore } = history;
  const scroller = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  const [focused, setFocused] = useState(false);
  const { shown, all, rows, fold } = useMessageRows(history, fresh, away || focused);
  const place = useUnfoldedPlace(scroller);
  const [measureRow] = useState(createRowMeasure);
  const [initialRect] = useState(() => rectOf(scroller));
  // oxlint-disable-next-line react/incompatible-library -- its functions are never passed to memoized children
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    // It begins with the first rows, and at their end: the rows at the start are never rendered.
    enabled: rows.length > 0,
    initialRect,
    initialOffset: () => Math.max(0, rows.reduce((sum, row) => sum + estimateRow(row), 0) - initialRect.height),
    estimateSize: (index) => (rows[index] ? estimateRow(rows[index]) : 100),
    measureElement: measureRow,
    overscan: OVERSCAN,
    anchorTo: place.held ? 'start' : 'end',
    followOnAppend: true,
    scrollEndThreshold: END_ZONE,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 24,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: (instance) => {
      // From what it knows: `getDistanceFromEnd` reads it from the page, which makes it lay everything out.
      const toEnd = instance.getTotalSize() - (instance.scrollOffset ?? 0) - (instance.scrollRect?.height ?? 0);
      const isAway = toEnd > END_ZONE * 2;
      setAway((was) => (was === isAway ? was : isAway));
    },
  });
  const { release } = place;
  const scrollToEnd = useCallback(() => {
    release();
    virtualizer.scrollToEnd();
  }, [virtualizer, release]);
  useListScrolling(scroller, { rows: rows.length, endZone: END_ZONE, held: place.held, scrollToEnd });

  const items = virtualizer.getVirtualItems();
  const firstShown = items[0]?.index ?? (rows.length > 0 ? Infinity : 0);
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && messages.length > 0 && firstShown < FETCH_AHEAD) void history.loadMore();
  }, [firstShown, hasMore, isLoading, history, messages.length]);
  const gapAt = useMemo(() => {
    const at = gap === null ? -1 : rows.findIndex((row) => row.gap);
    return at < 0 ? rows.length : at;
  }, [gap, rows]);
  useEffect(() => {
    const isNear = gap !== null && firstShown - FETCH_AHEAD <= gapAt && gapAt <= lastShown + FETCH_AHEAD;
    if (isNear && !isLoading) void history.loadGap();
  }, [firstShown, lastShown, gap, gapAt, isLoading, history]);

  useJump({ goal, all, rows, fold, history, virtualizer, scroller });
  useHighlights(scroller, terms);
  const found = useFound(goal, terms, all);

  const keys = useMessageKeys({ rows, virtualizer, scroller, onLeave });
  const inView = useCallback(() => messageInView(scroller.current), []);
  const { focusRow } = keys;
  const focusBeside = useCallback(
    (id: string) => {
      const at = rows.findIndex(({ key }) => key === id);
      const beside = rows[at + 1] ?? rows[at - 1];
      return () => (beside ? focusRow(rows.indexOf(beside)) : onLeave());
    },
    [rows, focusRow, onLeave],
  );
  const focusMessage = useCallback((id: string) => focusRow(rows.findIndex(({ key }) => key === id)), [rows, focusRow]);
  useImperativeHandle(ref, () => ({ scrollToEnd, inView, focusMessage, focusBeside }), [
    scrollToEnd,
    inView,
    focusMessage,
    focusBeside,
  ]);

  const position = rows.length;
  const thread = threadOf(rows.at(-1)?.vendor ?? null);
  return (
    <CodePreviewsProvider>
      <Citations messages={shown}>
        <PictureViewer messages={shown}>
          <ReadAloud onLeave={focusMessage} thread={thread}>
            <div className={css['frame']}>
              {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the messages inside */}
              <div
                ref={scroller}
                className={css['scroller']}
                onClickCapture={place.onClick}
                onKeyDown={keys.onKeyDown}
                onFocus={(event) => {
                  setFocused(true);
                  keys.onFocus(event);
                }}
                onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
              >
                {hasMore && <output className={css['older']}>{isLoading ? t('list.loadingOlder') : ''}</output>}
                <MessageMenu>
                  <div
                    ref={virtualizer.containerRef}
                    className={css['sizer']}
                    role="feed"
                    aria-label={t('list.label')}
                    aria-busy={isLoading}
                  >
                    <FoundProvider value={found}>
                      {items.map((item) => {
                        const row = rows[item.index];
                        return row ? (
                          <div
                            key={item.key}
                            ref={virtualizer.measureElement}
                            data-index={item.index}
                            className={css['item']}
                          >
                            <MessageRow
                              row={row}
                              onFold={fold}
                              first={item.index === 0 && !hasMore}
                              position={item.index + 1}
                              total={hasMore || gap !== null ? -1 : position}
                            />
                          </div>
                        ) : null;
                      })}
                    </FoundProvider>
                  </div>
                </MessageMenu>
                {rows.length === 0 && messages.length > 0 && !hasMore && gap === null && (
                  <p className={css['none']}>{tree('deleted.all')}</p>
                )}
                {/* No thread is drawn while messages are loading. */}
                {rows.length > 0 && (
                  <div className={css['tail']} style={thread} aria-hidden>
                    <span className={css['tailLine']} />
                  </div>
                )}
              </div>
              <StoredEdits />
              <QuoteSelection />
              {away && <JumpToEnd rows={rows} onJump={scrollToEnd} />}
            </div>
          </ReadAloud>
        </PictureViewer>
      </Citations>
    </CodePreviewsProvider>
  );
}

/** Before the list knows its size: that of the page, or of the empty list. */
const rectOf = (scroller: RefObject<HTMLElement | null>) => ({
  width: 0,
  get height() {
    return scroller.current?.clientHeight ?? innerHeight;
  },
});

function estimateRow({ message, group, handoff, report, gap }: Row): number {
  const height = group?.folded ? FOLDED_STEPS : estimateHeight(message);
  return height + (handoff ? 40 : 0) + (report ? REPORT : 0) + (gap ? 40 : 0);
}

/** The focused message, or the one nearest to the middle of the view. */
function messageInView(scroller: HTMLElement | null): string | null {
  const box = scroller?.getBoundingClientRect();
  if (!box) return null;
  const middle = box.top + box.height / 2;
  const drawn = [...(scroller?.querySelectorAll<HTMLElement>('[data-message]') ?? [])];
  const from = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(top - middle, middle - bottom, 0);
  };
  const focused = drawn.find((element) => element === document.activeElement);
  const nearest = focused ?? drawn.sort((a, b) => from(a) - from(b))[0];
  return nearest?.dataset['message'] ?? null;
}
