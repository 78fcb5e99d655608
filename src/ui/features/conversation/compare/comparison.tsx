import { Tabs } from '@base-ui/react/tabs';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { completenessOf, type AnswerCompleteness } from '#core/compared-answers.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useMessagesById } from '#ui/data/use-messages-by-id.ts';
import { inlineKey } from '#ui/kit/keyboard/inline-key.ts';
import { useIsNarrow } from '#ui/kit/layout/use-is-narrow.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { Attachments } from '#ui/features/conversation/message/attachments.tsx';
import { textOf } from '#core/message-text.ts';
import { CodePreviewsProvider } from '#ui/features/conversation/previews/code-previews-provider.tsx';
import { PictureViewer } from '#ui/features/conversation/pictures/picture-viewer.tsx';
import { useHint } from '#ui/features/conversation/hints/use-hint.ts';
import { CompareAnnouncer } from './compare-announcer.tsx';
import { lastAnswererOf } from '#ui/features/conversation/switch/last-answerer.ts';
import { ComparedAnswer } from './compared-answer.tsx';
import { useNewColumn } from './use-new-column.ts';
import css from './comparison.module.css';

interface ComparisonProps {
  questionId: string;
  answers: readonly StoredMessage[];
  /** The path ends here, so one must be chosen. */
  undecided: boolean;
  /** The chosen path, as far as it is loaded. */
  messages: readonly StoredMessage[];
  onClose: () => void;
}

/** Several answers to one question: side by side where there is space, otherwise in tabs. */
export function Comparison(props: ComparisonProps) {
  const { questionId, answers, undecided, messages, onClose } = props;
  const t = useT('tree');
  useHint('compare');
  const chat = useT('chat');
  const { describe } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const narrow = useIsNarrow();
  const question = useMessagesById([questionId]).get(questionId);
  const asked = messages.findIndex(({ id }) => id === questionId);
  const holder = lastAnswererOf(messages.slice(0, Math.max(asked, 0)));
  const root = useRef<HTMLElement>(null);
  const { tab, setTab } = useNewColumn(root, answers);
  const standings = answers.map(completenessOf);
  const canJoin = !readOnly && (!running || standings.includes('growing'));
  const allEmpty = standings.every((standing) => standing === 'nothing');
  const labelOf = (answer: StoredMessage) =>
    answer.origin ? describe(answer.origin).label : chat(answer.edited ? 'message.edited' : 'message.unknownModel');

  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const inside = document.activeElement;
    if (!inside || inside === document.body) close.current?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const key = inlineKey(event.key, event.currentTarget);
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && event.target instanceof HTMLElement && event.target.dataset['answer'] !== undefined) {
      event.preventDefault();
      const all = [...(root.current?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])];
      all[all.indexOf(event.target) + step]?.focus();
    } else if (event.key === 'Escape' && !running) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };

  const column = (answer: StoredMessage, at: number) => (
    <ComparedAnswer
      key={answer.id}
      answer={answer}
      place={{ at: at + 1, of: answers.length }}
      canJoin={canJoin}
      chosen={!undecided && messages.some(({ id }) => id === answer.id)}
      holder={holder}
    />
  );

  return (
    <CodePreviewsProvider>
      <PictureViewer messages={question ? [question, ...answers] : answers}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and arrows work in all columns */}
        <section ref={root} className={css['comparison']} aria-label={t('view.label')} onKeyDown={onKeyDown}>
          <header className={css['head']}>
            <div className={css['note']}>
              <h2>{t('view.title', { count: answers.length })}</h2>
              <p>{t(!undecided ? 'view.chosen' : allEmpty ? 'view.none' : 'view.choose')}</p>
            </div>
            <Button ref={close} small variant="quiet" onClick={onClose}>
              {t(undecided ? 'view.hidden' : 'view.close')}
            </Button>
          </header>
          {question && (
            <div className={css['question']}>
              <Attachments parts={question.parts} />
              <Markdown text={textOf(question)} />
            </div>
          )}
          {narrow ? (
            <Tabs.Root className={css['tabs']} value={tab} onValueChange={(next: string) => setTab(next)}>
              <Tabs.List className={css['tabList']} aria-label={t('view.label')}>
                {answers.map((answer) => (
                  <Tabs.Tab key={answer.id} className={css['tab']} value={answer.id}>
                    <VendorMark
                      vendor={answer.origin?.vendor ?? null}
                      practice={answer.origin ? describe(answer.origin).practice : false}
                    />
                    {labelOf(answer)}
                    <TabState standing={completenessOf(answer)} />
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {answers.map((answer, at) => (
                <Tabs.Panel key={answer.id} className={css['panel']} value={answer.id}>
                  {column(answer, at)}
                </Tabs.Panel>
              ))}
            </Tabs.Root>
          ) : (
            <div className={css['columns']}>{answers.map(column)}</div>
          )}
          <CompareAnnouncer answers={answers} labelOf={labelOf} />
        </section>
      </PictureViewer>
    </CodePreviewsProvider>
  );
}

/** Marks an answer in another tab as in progress or empty. */
function TabState({ standing }: { standing: AnswerCompleteness }) {
  const t = useT('tree');
  if (standing !== 'growing' && standing !== 'nothing') return null;
  const Icon = standing === 'growing' ? LoaderCircle : CircleAlert;
  return (
    <>
      <Icon className={css[standing]} aria-hidden />
      <span className="visually-hidden">{t(`tab.${standing}`)}</span>
    </>
  );
}
