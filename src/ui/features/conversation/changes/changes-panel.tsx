import { X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { ChangeSettings } from '#ui/features/conversation/changes/change-settings.tsx';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import { useCoveredConversation } from '#ui/features/conversation/scene/use-covered-conversation.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useIsNarrow } from '#ui/kit/layout/use-is-narrow.ts';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { groupRuns } from './group-changes.ts';
import { RunChanges, type Grouping } from './run-changes.tsx';
import { TakeBackDialog } from './take-back-dialog.tsx';
import type { TakeBackRequest } from './take-back-request.ts';
import { useChanges } from './use-changes.ts';
import css from './changes.module.css';

interface ChangesPanelProps {
  /** Gets the focus back. */
  opener: Element | null;
  /** A step to begin at. */
  step?: string;
  /** Any step of the run to begin at. */
  run?: string;
}

/** What calls did to files in this conversation and its tasks: by run, file and step, with a way back. */
export function ChangesPanel({ opener, step, run }: ChangesPanelProps) {
  const t = useT('changes');
  const common = useT('common');
  const messageOf = useProblemMessage();
  const { session, messages, activity } = useConversation();
  const show = useShowPanels();
  const rootId = session.task?.above[0] ?? session.id;
  const { list, error, reload } = useChanges(rootId, messages);
  const [grouping, setGrouping] = useState<Grouping>(step === undefined ? 'files' : 'steps');
  const [request, setRequest] = useState<TakeBackRequest | null>(null);
  const covers = useIsNarrow('(width < 64rem)');
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useCoveredConversation(panel, covers);
  useEffect(() => heading.current?.focus(), []);
  const groups = useMemo(() => (list ? groupRuns(list.calls) : []), [list]);
  const close = () => {
    show({ beside: null });
    requestAnimationFrame(() => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else focusComposer();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape inside the dialog belongs to it: React propagates the event, the DOM doesn't.
    if (event.key !== 'Escape' || event.defaultPrevented || request !== null) return;
    event.preventDefault();
    close();
  };
  const blocked = activity.running || activity.readOnly;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <aside ref={panel} className={css['panel']} aria-label={t('title')} onKeyDown={onKeyDown}>
      <header className={css['bar']}>
        <h2 ref={heading} tabIndex={-1} className={css['title']}>
          {t('title')}
        </h2>
        <IconButton small label={common('close')} icon={<X />} onClick={close} />
      </header>
      <div className={css['body']}>
        {error !== null && (
          <Notice
            tone="danger"
            live
            title={t('failed')}
            actions={
              <Button small onClick={reload}>
                {t('again')}
              </Button>
            }
          >
            {messageOf(error)}
          </Notice>
        )}
        {list === null && error === null && <p className={typography['quiet']}>{t('reading')}</p>}
        {list !== null && groups.length === 0 && (
          <div className={css['empty']}>
            <p>{t('empty')}</p>
            <p className={typography['quiet']}>{t('emptyHint')}</p>
          </div>
        )}
        {groups.length > 0 && (
          <>
            <Segmented
              label={t('group.label')}
              value={grouping}
              onChange={setGrouping}
              options={[
                { value: 'files', label: t('group.files') },
                { value: 'steps', label: t('group.steps') },
              ]}
            />
            {activity.running && <p className={typography['quiet']}>{t('running')}</p>}
            {groups.map((group) => (
              <RunChanges
                key={group.run}
                rootId={rootId}
                group={group}
                grouping={grouping}
                begin={step}
                isFirst={run !== undefined && group.calls.some((call) => call.step === run)}
                blocked={blocked}
                onAsk={setRequest}
              />
            ))}
            {list !== null && list.earlier > 0 && (
              <p className={typography['quiet']}>{t('earlier', { count: list.earlier })}</p>
            )}
          </>
        )}
        <ChangeSettings />
      </div>
      {request && (
        <TakeBackDialog
          rootId={rootId}
          request={request}
          onTaken={reload}
          onUndone={reload}
          onClose={() => setRequest(null)}
        />
      )}
    </aside>
  );
}
