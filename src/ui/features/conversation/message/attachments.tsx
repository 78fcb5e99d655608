/* oxlint-disable react/no-array-index-key -- stored parts never change their order */
import { FileText, PanelRightOpen } from 'lucide-react';
import { use, useState } from 'react';
import type { StoredPart } from '#storage/rows.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import { pictureName } from '#ui/features/conversation/pictures/pictures.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { CodePreviewsContext } from '#ui/shared/markdown/code-previews-context.ts';
import { kindOfFile } from '#markdown/preview-kind.ts';
import { StoredImage } from './stored-image.tsx';
import css from './attachments.module.css';

const SentDocument = lazyPart(
  async () => (await import('#ui/features/conversation/documents/sent-document.tsx')).SentDocument,
);

type Attached = Extract<StoredPart, { type: 'image' | 'file' }>;

/** Pictures and files of a question. */
export function Attachments({ parts }: { parts: readonly StoredPart[] }) {
  const t = useT('chat');
  const attached = parts.filter((part): part is Attached => part.type === 'image' || part.type === 'file');
  if (attached.length === 0) return null;
  const images = attached.filter((part) => part.type === 'image');
  return (
    <ul className={css['list']} aria-label={t('attachments.sent')}>
      {attached.map((part, at) => (
        <li key={at}>
          {part.type === 'image' ? (
            <StoredImage blob={part.blob} name={pictureName(part, images.indexOf(part) + 1, t)} />
          ) : (
            <SentFile part={part} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Opens what was read in the file. */
function SentFile({ part }: { part: Extract<Attached, { type: 'file' }> }) {
  const documents = useT('documents');
  const insert = useT('insert');
  const language = useLanguage();
  const serverName = useServerName();
  const [open, setOpen] = useState(false);
  const { name, from, bytes } = part;
  return (
    <>
      <button
        type="button"
        className={css['file']}
        title={from && insert('from', { name, server: serverName(from.server) })}
        onClick={() => setOpen(true)}
      >
        <FileText aria-hidden />
        <span className={css['name']}>{name}</span>
        {from && <span className={css['size']}>{serverName(from.server)}</span>}
        <span className={css['size']}>{formatBytes(bytes, language)}</span>
        <span className="visually-hidden"> {documents('open')}</span>
      </button>
      <PreviewFile file={part} />
      {open && <SentDocument part={part} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the file as what it is, beside the conversation. */
function PreviewFile({ file }: { file: Extract<Attached, { type: 'file' }> }) {
  const t = useT('previews');
  const previews = use(CodePreviewsContext);
  const kind = previews && kindOfFile(file.name);
  if (!kind) return null;
  const label = t('openFile', { name: file.name });
  return (
    <button
      type="button"
      className={iconButtonClass(true)}
      aria-label={label}
      title={label}
      onClick={(event) => previews.openFile(file, kind, event.currentTarget)}
    >
      <PanelRightOpen aria-hidden />
    </button>
  );
}
