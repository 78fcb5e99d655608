/* oxlint-disable react/no-array-index-key -- stored parts never change their order */
import { FileText } from 'lucide-react';
import type { StoredPart } from '#storage/rows.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useServerName } from '#ui/shared/servers/use-server-name.ts';
import { StoredImage } from './stored-image.tsx';
import css from './attachments.module.css';

type Attached = Extract<StoredPart, { type: 'image' | 'file' }>;

/** Pictures and files of a question. */
export function Attachments({ parts }: { parts: readonly StoredPart[] }) {
  const t = useT('chat');
  const insert = useT('insert');
  const language = useLanguage();
  const serverName = useServerName();
  const attached = parts.filter((part): part is Attached => part.type === 'image' || part.type === 'file');
  if (attached.length === 0) return null;
  const images = attached.filter((part) => part.type === 'image');
  return (
    <ul className={css['list']} aria-label={t('attachments.sent')}>
      {attached.map((part, at) => (
        <li key={at}>
          {part.type === 'image' ? (
            <StoredImage
              blob={part.blob}
              name={part.name}
              alt={t('image.attached', { number: images.indexOf(part) + 1 })}
            />
          ) : (
            <span
              className={css['file']}
              title={part.from && insert('from', { name: part.name, server: serverName(part.from.server) })}
            >
              <FileText aria-hidden />
              <span className={css['name']}>{part.name}</span>
              {part.from && <span className={css['size']}>{serverName(part.from.server)}</span>}
              <span className={css['size']}>{formatBytes(part.bytes, language)}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
