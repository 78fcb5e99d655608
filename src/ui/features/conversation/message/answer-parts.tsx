/* oxlint-disable react/no-array-index-key -- the parts of an answer are identified by their position */
import { memo, useMemo } from 'react';
import type { Part } from '#core/message.ts';
import type { PicturePreview } from '#core/stream-event.ts';
import { pairResults } from '#core/pair-results.ts';
import type { ShownInstead } from '#core/server-tools/shown-parts.ts';
import { joinSplitTexts } from '#core/split-texts.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { AnswerCitations } from '#ui/features/conversation/citations/citations.tsx';
import { pictureName } from '#ui/features/conversation/pictures/pictures.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { RawBlock } from './raw-block.tsx';
import { StoredImage } from './stored-image.tsx';
import { RedactedThinking, Thinking } from './thinking.tsx';
import { OrphanResult, ToolCall } from './tool-call.tsx';
import type { PlacedResult, ToolResult } from './tool-result.tsx';
import css from './message.module.css';

const MakingPicture = lazyPart(async () => (await import('./making-picture.tsx')).MakingPicture);
const UnstoredPicture = lazyPart(async () => (await import('./making-picture.tsx')).UnstoredPicture);

const ChanneledText = lazyPart(async () => (await import('./channeled-text.tsx')).ChanneledText);
const ServerCallCard = lazyPart(async () => (await import('./server-call-card.tsx')).ServerCallCard);
const ownBlocks = lazyModule(() => import('#core/server-tools/shown-parts.ts'));

/** A streaming part or a stored one. */
export type ShownPart = Part | StoredPart;

interface AnswerPartsProps {
  messageId: string;
  parts: readonly ShownPart[];
  results: readonly StoredMessage[];
  live: boolean;
  startedAt: number;
  /** Unfinished pictures, by the place of their part. */
  previews?: ReadonlyMap<number, PicturePreview> | undefined;
}

const resultsOf = (messages: readonly StoredMessage[]): PlacedResult[] =>
  messages.flatMap(({ id, parts }) =>
    parts.flatMap((part, at) => (part.type === 'tool_result' ? [{ ...part, place: { message: id, part: at } }] : [])),
  );

/** The parts of an answer, in order. Only the last one still grows. */
export function AnswerParts({ messageId, parts, results, live, startedAt, previews }: AnswerPartsProps) {
  const { of, lone } = pairResults(parts, resultsOf(results));
  const own = useLazyModule(
    ownBlocks,
    parts.some(({ type }) => type === 'vendor_block'),
  );
  const instead = useMemo(() => own?.shownParts(parts).instead, [own, parts]);
  const whole = useMemo(() => joinSplitTexts(parts), [parts]);
  const growing = growingIn(whole);
  return (
    <AnswerCitations messageId={messageId} parts={parts} live={live}>
      {whole.map((part, at) => (
        <AnswerPart
          key={at}
          part={part}
          instead={instead ? instead.get(at) : unread(part)}
          result={part.type === 'tool_call' ? (of.get(part) ?? null) : null}
          live={live && at === growing}
          preview={previews?.get(at)}
          startedAt={startedAt}
          messageId={messageId}
          name={String(at)}
        />
      ))}
      {lone.map((result, at) => (
        <OrphanResult key={at} result={result} />
      ))}
    </AnswerCitations>
  );
}

/** The index of what grows: the last part, or the first piece of its text. */
const growingIn = (parts: readonly ShownPart[]): number =>
  parts.findLastIndex((part) => part.type !== 'text' || part.continues !== true);

/** Until blocks can be read, they show nothing: their raw form is for those that can't be read at all. */
function unread(part: ShownPart): ShownInstead | undefined {
  return part.type === 'vendor_block' && part.kind !== 'image_generation_call' ? NOTHING : undefined;
}

const NOTHING: ShownInstead = { kind: 'nothing' };

function withoutImages({ type, text, name, isError }: Extract<ShownPart, { type: 'tool_result' }>): ToolResult {
  return { type, text, ...(name !== undefined && { name }), ...(isError !== undefined && { isError }) };
}

interface AnswerPartProps {
  messageId: string;
  part: ShownPart;
  instead: ShownInstead | undefined;
  result: PlacedResult | null;
  live: boolean;
  preview: PicturePreview | undefined;
  startedAt: number;
  name: string;
}

const AnswerPart = memo(function AnswerPart(props: AnswerPartProps) {
  const { messageId, part, instead, result, live, preview, startedAt, name } = props;
  const t = useT('chat');
  if (instead?.kind === 'nothing') return null;
  if (instead?.kind === 'cited') return <Markdown text={instead.text} streaming={live} />;
  if (instead?.kind === 'call') return <ServerCallCard call={instead.call} live={live} />;
  switch (part.type) {
    case 'text':
      if (part.text === '') return null;
      return !live && part.text.trimStart().startsWith('<|') ? (
        <ChanneledText text={part.text} name={name} />
      ) : (
        <Markdown text={part.text} streaming={live} />
      );
    case 'thinking':
      return <Thinking text={part.text} durationMs={part.durationMs} live={live} startedAt={startedAt} name={name} />;
    case 'redacted_thinking':
      return <RedactedThinking />;
    case 'tool_call':
      return <ToolCall call={part} result={result} live={live} name={name} callKey={`${messageId}#${name}`} />;
    case 'refusal':
      return (
        <div className={css['refusal']}>
          <Markdown text={part.text} streaming={live} />
        </div>
      );
    case 'image':
      return 'blob' in part ? (
        <StoredImage blob={part.blob} name={pictureName(part, null, t)} />
      ) : (
        <UnstoredPicture part={part} name={part.prompt ?? t('image.made')} />
      );
    case 'file':
      return <p className={css['file']}>{part.name}</p>;
    case 'vendor_block':
      if (part.kind === 'image_generation_call')
        return <MakingPicture data={part.data} live={live} preview={preview} />;
      return <RawBlock kind={part.kind} data={part.data} />;
    case 'tool_result':
    default:
      return <OrphanResult result={withoutImages(part)} />;
  }
});
