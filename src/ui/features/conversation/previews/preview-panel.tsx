import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { fileNameOf } from '#markdown/preview-kind.ts';
import { unifiedDiff } from '#core/unified-diff.ts';
import { DiffView } from '#ui/features/conversation/agent/diff-view.tsx';
import { useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import { useCoveredConversation } from '#ui/features/conversation/scene/use-covered-conversation.ts';
import { useIsNarrow } from '#ui/kit/layout/use-is-narrow.ts';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { CodeText, PreviewBody } from './preview-body.tsx';
import { PreviewBar } from './preview-bar.tsx';
import type { PreviewSubject } from './preview-subject.ts';
import { useVersions } from './use-versions.ts';
import { useVersionText } from './use-version-text.ts';
import css from './previews.module.css';

type View = 'preview' | 'code' | 'changes';

/** A document of the conversation beside it. The bar belongs to Baton and is always there. */
export function PreviewPanel({ subject }: { subject: PreviewSubject }) {
  const t = useT('previews');
  const versions = useVersions(subject);
  const { shown, before } = versions;
  const text = useVersionText(shown);
  const earlier = useVersionText(before);
  const [chosen, setView] = useState<View>('preview');
  const show = useShowPanels();
  const [full, setFull] = useState(false);
  const covers = useIsNarrow('(width < 64rem)') || full;
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useCoveredConversation(panel, covers);
  useEffect(() => heading.current?.focus(), []);
  const view = chosen === 'changes' && !before ? 'preview' : chosen;
  const title = shown.title || t(`kind.${shown.kind}`);
  const close = () => {
    show({ beside: null });
    requestAnimationFrame(() => subject.opener.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (full) setFull(false);
    else close();
  };
  const options = [
    { value: 'preview' as const, label: t('view.preview') },
    { value: 'code' as const, label: t('view.code') },
    ...(before ? [{ value: 'changes' as const, label: t('view.changes') }] : []),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <aside
      ref={panel}
      className={css['panel']}
      data-full={full || undefined}
      aria-label={t('panel', { title })}
      onKeyDown={onKeyDown}
    >
      <PreviewBar
        heading={heading}
        title={title}
        file={fileNameOf(shown.kind, shown.title)}
        text={text ?? ''}
        versions={versions}
        covers={covers}
        full={full}
        onFull={setFull}
        onClose={close}
      />
      <div className={css['views']}>
        <Segmented label={t('view.label')} value={view} onChange={setView} options={options} />
        {!shown.closed && <span className={css['hint']}>{t('growing')}</span>}
      </div>
      <div className={css['body']}>
        {text === null ? (
          <p className={css['hint']}>{t('reading')}</p>
        ) : view === 'preview' ? (
          <PreviewBody key={shown.kind} version={shown} text={text} label={title} />
        ) : view === 'code' ? (
          <CodeText kind={shown.kind} text={text} closed={shown.closed} />
        ) : (
          <div className={css['scroll']}>
            <Changes before={earlier ?? ''} after={text} />
          </div>
        )}
      </div>
    </aside>
  );
}

function Changes({ before, after }: { before: string; after: string }) {
  const t = useT('previews');
  const diff = unifiedDiff('', before, after);
  return diff === '' ? <p className={css['hint']}>{t('changes.none')}</p> : <DiffView diff={diff} />;
}
