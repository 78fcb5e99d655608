import { FileText, TriangleAlert, UnfoldVertical, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CONVERSATION_ORIGIN, WORKSPACE_SERVER } from '#core/mentions/origins.ts';
import type { Model } from '#core/model.ts';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { readingFacts, takesOf, warningOf } from '#ui/features/conversation/documents/document-facts.ts';
import type { Reading } from '#ui/features/conversation/documents/use-readings.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { isText } from '#ui/features/conversation/documents/is-text.ts';
import { isPicture, MAX_EXPAND } from './paste-rules.ts';
import type { ServerContent } from '#tools/read-content.ts';
import type { Attachment } from './use-attachments.ts';
import { leastOfName } from './least-of-name.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import css from './attachment-chips.module.css';

/** Where what a message points at is read from, which offers nothing to follow. */
const UNFOLLOWED: ReadonlySet<string> = new Set([CONVERSATION_ORIGIN, WORKSPACE_SERVER]);

const DocumentDialog = lazyPart(
  async () => (await import('#ui/features/conversation/documents/document-dialog.tsx')).DocumentDialog,
);

const PictureFacts = lazyPart(
  async () => (await import('#ui/features/conversation/documents/picture-facts.tsx')).PictureFacts,
);

const ResourceChanged = lazyPart(async () => (await import('./resource-changed.tsx')).ResourceChanged);

interface AttachmentChipsProps {
  attachments: readonly Attachment[];
  readingOf: (attachment: Attachment) => Reading | null;
  model: Model | null;
  onRemove: (attachment: Attachment) => void;
  onExpand: (attachment: Attachment) => void;
  onEncoding: (attachment: Attachment, encoding: string) => void;
  onRefreshed: (attachment: Attachment, contents: readonly ServerContent[]) => void;
}

/** The attachments of the message, of which there are some. */
export function AttachmentChips(props: AttachmentChipsProps) {
  const { attachments, readingOf, model, onRemove, onExpand, onEncoding, onRefreshed } = props;
  const t = useT('chat');
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(0);
  const count = attachments.length;
  // What was added last is in view, where there are more than fit.
  useEffect(() => {
    if (list.current && count > before.current) list.current.scrollTop = list.current.scrollHeight;
    before.current = count;
  }, [count]);
  return (
    <ul ref={list} className={css['chips']} aria-label={t('attachments.label')}>
      {attachments.map((attachment) => (
        <Chip
          key={`${attachment.blob} ${attachment.name}`}
          attachment={attachment}
          reading={readingOf(attachment)}
          model={model}
          onRemove={() => onRemove(attachment)}
          onExpand={() => onExpand(attachment)}
          onEncoding={(encoding) => onEncoding(attachment, encoding)}
          onRefreshed={(contents) => onRefreshed(attachment, contents)}
        />
      ))}
    </ul>
  );
}

interface ChipProps {
  attachment: Attachment;
  reading: Reading | null;
  model: Model | null;
  onRemove: () => void;
  onExpand: () => void;
  onEncoding: (encoding: string) => void;
  onRefreshed: (contents: readonly ServerContent[]) => void;
}

function Chip({ attachment, reading, model, onRemove, onExpand, onEncoding, onRefreshed }: ChipProps) {
  const t = useT('chat');
  const documents = useT('documents');
  const insert = useT('insert');
  const language = useLanguage();
  const serverName = useServerName();
  const [open, setOpen] = useState(false);
  const { kind, mime, name, bytes, from } = attachment;
  const takes = takesOf(mime, model, reading);
  const drawn = isPicture(attachment);
  const unseen = model !== null && drawn && !model.images;
  const warning = unseen
    ? t('attachments.noImages', { model: model.label })
    : drawn
      ? ''
      : warningOf(reading, takes, documents, model);
  const origin = from ? insert('from', { name, server: serverName(from.server) }) : name;
  return (
    <li
      className={css['chip']}
      style={leastOfName(name)}
      data-unread={warning !== '' || undefined}
      title={warning || origin}
    >
      {kind === 'image' ? (
        <>
          <Thumbnail hash={attachment.blob} />
          <span className={css['name']}>{name}</span>
        </>
      ) : (
        <button type="button" className={css['open']} onClick={() => setOpen(true)}>
          <FileText className={css['icon']} aria-hidden />
          <span className={css['name']}>{name}</span>
          <span className="visually-hidden"> {documents('open')}</span>
        </button>
      )}
      {from && <span className={css['size']}>{serverName(from.server)}</span>}
      {from && !UNFOLLOWED.has(from.server) && (
        <ResourceChanged attachment={attachment} from={from} onRefreshed={onRefreshed} />
      )}
      <span className={css['size']}>
        {drawn && !unseen ? (
          <PictureFacts picture={attachment} />
        ) : reading ? (
          readingFacts(reading, takes, documents).join(' · ')
        ) : (
          formatBytes(bytes, language)
        )}
      </span>
      {warning !== '' && (
        <span className={css['warning']}>
          <TriangleAlert aria-hidden />
          <span className="visually-hidden">{warning}</span>
        </span>
      )}
      {isText(mime, name) && bytes <= MAX_EXPAND && (
        <button
          type="button"
          className={css['button']}
          onClick={onExpand}
          aria-label={t('attachments.expand', { name })}
          title={t('attachments.expandTitle')}
        >
          <UnfoldVertical aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={css['button']}
        onClick={onRemove}
        aria-label={t('attachments.remove', { name })}
        title={t('attachments.removeTitle')}
      >
        <X aria-hidden />
      </button>
      {open && reading && (
        <DocumentDialog
          name={name}
          reading={reading}
          taker={takes === 'file' && model ? model.label : null}
          seen={takes === 'pictures'}
          onEncoding={onEncoding}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  );
}

function Thumbnail({ hash }: { hash: string }) {
  const url = useBlobUrl(hash);
  return url ? <img className={css['thumbnail']} src={url} alt="" /> : <span className={css['thumbnail']} />;
}
