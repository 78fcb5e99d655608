import { memo, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  argsLine,
  argsText,
  callEndLabel,
  callNotes,
  errorFacts,
  formatBytes,
  formatTime,
  oneLine,
  originText,
  thinkingTitle,
} from '#archive/render/base/facts.ts';
import type { Entry } from '#archive/render/base/entries.ts';
import type { RenderOptions } from '#archive/render/base/render-options.ts';
import type { Attachment, RenderPart, StoredResult } from '#archive/render/base/render-parts.ts';
import { readableToolName } from '#core/tool-names.ts';
import { useServices } from '#ui/data/services.ts';
import { getBlob } from '#storage/blob-repository.ts';
import { FoldsProvider, type Folds } from '#ui/shared/markdown/fold-context.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import type { Pages, PrintChoice } from './read-pages.ts';
import css from './sheet.module.css';

/** Nothing is folded on paper, and every line of code wraps. */
class AllOpen extends Map<string, boolean> {
  override get(): boolean {
    return true;
  }
}
const ALL_OPEN: Folds = new AllOpen();

/** Types that the page may show; a type from a file is never trusted. */
const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/;

interface SheetProps {
  pages: Pages;
  options: RenderOptions;
  choice: PrintChoice;
  /** Called with the element that is printed. */
  onElement: (element: HTMLElement | null) => void;
}

/** The conversation as it is printed. It is in the document beside the page, which isn't printed while it is there. */
export function Sheet({ pages, options, choice, onElement }: SheetProps) {
  const { texts } = options;
  return createPortal(
    <article ref={onElement} className={css['sheet']} lang={texts.lang} aria-hidden data-print-sheet>
      <FoldsProvider value={ALL_OPEN}>
        <header className={css['top']}>
          <h1>{pages.title}</h1>
          <dl className={css['facts']}>
            {pages.facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {pages.system !== '' && (
            <section className={css['aside']}>
              <p className={css['asideTitle']}>{texts.instructions}</p>
              <p className={css['plain']}>{pages.system}</p>
            </section>
          )}
        </header>
        {pages.entries.map((entry) => (
          <Message key={entry.spot.id} entry={entry} options={options} choice={choice} />
        ))}
      </FoldsProvider>
    </article>,
    document.body,
  );
}

interface MessageProps {
  entry: Entry;
  options: RenderOptions;
  choice: PrintChoice;
}

const Message = memo(function Message({ entry, options, choice }: MessageProps) {
  const { spot, message, who, pieces } = entry;
  return (
    <section className={css['message']} data-role={message.role} data-continues={spot.continues || undefined}>
      {!spot.continues && (
        <p className={css['head']}>
          <bdi className={css['who']}>{oneLine(who)}</bdi>
          <span>{formatTime(message.createdAt, options)}</span>
        </p>
      )}
      {/* oxlint-disable react/no-array-index-key -- the parts of a message never change places */}
      {pieces.map((piece, at) => (
        <Piece key={at} piece={piece} options={options} choice={choice} />
      ))}
    </section>
  );
});

function Piece({ piece, options, choice }: { piece: RenderPart; options: RenderOptions; choice: PrintChoice }) {
  const { texts } = options;
  switch (piece.kind) {
    case 'text':
    case 'refusal':
      return <Markdown text={piece.text} />;
    case 'thinking': {
      const title = thinkingTitle(piece.ms, options);
      if (piece.text.trim() === '' || choice.thinking === 'line') return <p className={css['said']}>{title}</p>;
      return (
        <div className={css['aside']}>
          <p className={css['asideTitle']}>{title}</p>
          <Markdown text={piece.text} />
        </div>
      );
    }
    case 'redacted':
      return <p className={css['said']}>{texts.redacted}</p>;
    case 'call':
      return (
        <Call
          name={readableToolName(piece.call.name)}
          line={argsLine(piece.call)}
          args={argsText(piece.call)}
          result={piece.result}
          pictures={piece.pictures}
          options={options}
          choice={choice}
        />
      );
    case 'result':
      return (
        <Call
          name={readableToolName(piece.result.name ?? texts.tool)}
          line=""
          args={null}
          result={piece.result}
          pictures={piece.pictures}
          options={options}
          choice={choice}
        />
      );
    case 'attachment':
      return <Attached attachment={piece.attachment} options={options} />;
    case 'note':
      return <p className={css['said']}>{piece.text}</p>;
    case 'error':
    default:
      return (
        <div className={css['error']}>
          <p className={css['asideTitle']}>{texts.failed}</p>
          {piece.error.message !== '' && <p className={css['plain']}>{piece.error.message}</p>}
          <p className={css['said']}>{errorFacts(piece.error, options)}</p>
        </div>
      );
  }
}

interface CallProps {
  name: string;
  line: string;
  args: string | null;
  result: StoredResult | null;
  pictures: readonly Attachment[];
  options: RenderOptions;
  choice: PrintChoice;
}

function Call({ name, line, args, result, pictures, options, choice }: CallProps) {
  const { texts } = options;
  const head = (
    <p className={css['call']}>
      <bdi className={css['who']}>{oneLine(name)}</bdi>
      <bdi className={css['args']}>{line}</bdi>
      <span>{callEndLabel(result, options)}</span>
    </p>
  );
  if (choice.tools === 'line') return head;
  return (
    <div className={css['aside']}>
      {head}
      {args !== null && (
        <>
          <p className={css['asideTitle']}>{texts.args}</p>
          <pre className={css['verbatim']}>{args}</pre>
        </>
      )}
      {result && (
        <>
          <p className={css['asideTitle']}>{texts.result}</p>
          {result.text !== '' && <pre className={css['verbatim']}>{result.text}</pre>}
          {result.text === '' && pictures.length === 0 && <p className={css['said']}>{texts.emptyResult}</p>}
          {callNotes(result, options).map((note) => (
            <p key={note} className={css['said']}>
              {note}
            </p>
          ))}
          {pictures.map((picture) => (
            <Attached key={picture.blob} attachment={picture} options={options} />
          ))}
        </>
      )}
    </div>
  );
}

function Attached({ attachment, options }: { attachment: Attachment; options: RenderOptions }) {
  const { kind, mime, name, bytes, from } = attachment;
  const origin = originText(from, options.texts);
  const label = [oneLine(name), origin].filter(Boolean).join(', ');
  const picture = usePicture(kind === 'image' && SHOWN.test(mime) ? attachment.blob : null);
  const [broken, setBroken] = useState(false);
  if (picture === 'loading') return <p className={css['said']} data-loading />;
  if (picture !== null && !broken)
    return (
      <figure className={css['picture']}>
        <img src={picture.url} alt={label} onError={() => setBroken(true)} />
        <figcaption className={css['said']}>{label}</figcaption>
      </figure>
    );
  return <p className={css['file']}>{[label, mime, formatBytes(bytes)].filter(Boolean).join(', ')}</p>;
}

/** `null`: it is no picture, or no longer stored. */
function usePicture(hash: string | null): { url: string } | 'loading' | null {
  const { db } = useServices();
  const [picture, setPicture] = useState<{ url: string } | 'loading' | null>(hash === null ? null : 'loading');
  useEffect(() => {
    if (hash === null) return undefined;
    let url: string | null = null;
    let over = false;
    const load = async () => {
      const blob = await getBlob(db, hash).catch(() => null);
      if (over) return;
      url = blob && URL.createObjectURL(blob);
      setPicture(url === null ? null : { url });
    };
    void load();
    return () => {
      over = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [db, hash]);
  return picture;
}
