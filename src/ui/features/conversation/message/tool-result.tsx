import { Copy, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { WEB_SEARCH_TOOL } from '#core/web-tools.ts';
import type { StoredPart } from '#storage/rows.ts';
import { readOutput } from '#storage/output-repository.ts';
import { useServices } from '#ui/data/services.ts';
import { DiffView } from '#ui/features/conversation/agent/diff-view.tsx';
import { splitDiff } from '#ui/features/conversation/agent/diff-blocks.ts';
import { useOpenOutput } from '#ui/features/conversation/agent/output/output-context.ts';
import { outcomeOf, toneOf } from '#ui/shared/servers/call-view.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { PlainLines } from '#ui/shared/markdown/plain-lines.tsx';
import { ScrollGroup } from '#ui/shared/markdown/scroll-group.tsx';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { StoredImage } from './stored-image.tsx';
import css from './tool-call.module.css';

const SearchResults = lazyPart(async () => (await import('./search-results.tsx')).SearchResults);

export type ToolResult = Extract<StoredPart, { type: 'tool_result' }>;

/** A result, and where it is stored. Absent while it is only on the screen. */
export type PlacedResult = ToolResult & { place?: { message: string; part: number } };

/** Only the start of a longer text is laid out here. The viewer shows all of it. */
const LAID_OUT = 40_000;

/** The result: text, diff, pictures, and a link to the full result when only part of it is here. */
export function ResultBody({ result, tool }: { result: ToolResult; tool: string }) {
  const t = useT('chat');
  const agent = useT('agent');
  const copy = useCopy();
  const { text, images = [], isError } = result;
  // The line above says that it was stopped or denied.
  const label = t(toneOf(outcomeOf(result)) === 'failed' ? 'tool.errorResult' : 'tool.result');
  const diff = useMemo(() => (isError || text.length > LAID_OUT ? null : splitDiff(text)), [text, isError]);
  return (
    <>
      <div className={css['section']}>
        <p className={css['label']}>{label}</p>
        {text !== '' && (
          <IconButton
            small
            label={agent('card.copyResult')}
            icon={<Copy aria-hidden />}
            onClick={() => void copy(text)}
          />
        )}
      </div>
      <Part result={result} tool={tool} />
      {diff ? (
        <>
          {diff.before !== '' && <Said text={diff.before} />}
          <DiffView diff={diff.diff} />
          {diff.after !== '' && <Said text={diff.after} />}
        </>
      ) : (
        text !== '' &&
        (result.name === WEB_SEARCH_TOOL ? (
          <SearchResults text={text} label={label} />
        ) : (
          <ResultText text={text} label={label} />
        ))
      )}
      {images.map((image) => (
        <StoredImage key={image.blob} blob={image.blob} name={t('tool.resultImage')} />
      ))}
      {text === '' && images.length === 0 && <p className={css['empty']}>{t('tool.emptyResult')}</p>}
    </>
  );
}

function Said({ text }: { text: string }) {
  return (
    <p className={css['said']}>
      <PlainLines text={visibleText(text).text} />
    </p>
  );
}

/** Says that this isn't everything, and how much is missing. */
function Part({ result: { text, outcome }, tool }: { result: ToolResult; tool: string }) {
  const t = useT('agent');
  const language = useLanguage();
  const { db, onUnreadableRow } = useServices();
  const { sessionId } = useChatScene();
  const show = useOpenOutput();
  const number = (value: number) => value.toLocaleString(language);
  const shortened = outcome?.shortened;
  if (!shortened && text.length <= LAID_OUT) return null;
  const load = () => (shortened ? readOutput(db, sessionId, shortened.output, onUnreadableRow) : Promise.resolve(text));
  return (
    <div className={css['notice']}>
      <p className={typography['quiet']}>
        {shortened
          ? t('card.shortened', {
              count: shortened.removedLines,
              lines: number(shortened.removedLines),
              bytes: number(shortened.removedBytes),
            })
          : t('card.long', { shown: number(LAID_OUT), all: number(text.length) })}
      </p>
      {show && (
        <Button small icon={<ScrollText aria-hidden />} onClick={() => show({ tool, load })}>
          {t('output.open')}
        </Button>
      )}
    </div>
  );
}

export function ResultText({ text, label }: { text: string; label: string }) {
  const shown = useMemo(() => visibleText(text.slice(0, LAID_OUT)).text, [text]);
  return (
    <ScrollGroup className={`${typography['code']} ${css['text']}`} label={label}>
      <PlainLines text={shown} />
    </ScrollGroup>
  );
}
