import { FileText, TriangleAlert, UnfoldVertical, X } from 'lucide-react';
import type { Model } from '#core/model.ts';
import { useBlobUrl } from '#ui/data/use-blob-url.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { isText, MAX_EXPAND } from './paste-rules.ts';
import type { Attachment } from './use-attachments.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import css from './attachment-chips.module.css';

interface AttachmentChipsProps {
  attachments: readonly Attachment[];
  model: Model | null;
  onRemove: (attachment: Attachment) => void;
  onExpand: (attachment: Attachment) => void;
}

/** The attachments of the message. */
export function AttachmentChips({ attachments, model, onRemove, onExpand }: AttachmentChipsProps) {
  const t = useT('chat');
  if (attachments.length === 0) return null;
  return (
    <ul className={css['chips']} aria-label={t('attachments.label')}>
      {attachments.map((attachment) => (
        <Chip
          key={`${attachment.blob} ${attachment.name}`}
          attachment={attachment}
          model={model}
          onRemove={() => onRemove(attachment)}
          onExpand={() => onExpand(attachment)}
        />
      ))}
    </ul>
  );
}

interface ChipProps {
  attachment: Attachment;
  model: Model | null;
  onRemove: () => void;
  onExpand: () => void;
}

function Chip({ attachment, model, onRemove, onExpand }: ChipProps) {
  const t = useT('chat');
  const insert = useT('insert');
  const language = useLanguage();
  const serverName = useServerName();
  const { kind, mime, name, bytes, from } = attachment;
  const text = isText(mime, name);
  const unread = model !== null && (kind === 'image' ? !model.images : !text && !model.files);
  const warning = unread
    ? t(kind === 'image' ? 'attachments.noImages' : 'attachments.noFiles', { model: model.label })
    : '';
  const origin = from ? insert('from', { name, server: serverName(from.server) }) : name;
  return (
    <li className={css['chip']} data-unread={unread || undefined} title={warning || origin}>
      {kind === 'image' ? <Thumbnail hash={attachment.blob} /> : <FileText className={css['icon']} aria-hidden />}
      <span className={css['name']}>{name}</span>
      {from && <span className={css['size']}>{serverName(from.server)}</span>}
      <span className={css['size']}>{formatBytes(bytes, language)}</span>
      {unread && (
        <span className={css['warning']}>
          <TriangleAlert aria-hidden />
          <span className="visually-hidden">{warning}</span>
        </span>
      )}
      {text && bytes <= MAX_EXPAND && (
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
    </li>
  );
}

function Thumbnail({ hash }: { hash: string }) {
  const url = useBlobUrl(hash);
  return url ? <img className={css['thumbnail']} src={url} alt="" /> : <span className={css['thumbnail']} />;
}
