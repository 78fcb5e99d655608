import { createContext, useEffect, useState } from 'react';
import {
  DocumentError,
  type DocumentErrorCode,
  type DocumentReading,
  type DocumentText,
  type UnreadFacts,
} from '#documents/base/document.ts';
import type { OutgoingAttachment } from '#flows/base/outgoing-message.ts';
import type { DraftRow } from '#storage/rows.ts';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import { useServices } from '#ui/data/services.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';
import { isText } from './is-text.ts';

type Attachment = DraftRow['attachments'][number];

/** What a model will be given of a file that it can't take itself. */
export type Reading =
  | { state: 'reading' }
  | ({ state: 'read' } & DocumentReading)
  | ({ state: 'failed'; code: DocumentErrorCode } & UnreadFacts);

/** Of the files that wait in the message box, by `keyOf`. */
export const DraftReadingsContext = createContext<ReadonlyMap<string, Reading>>(new Map());

export interface Readings {
  /** The same until one of them changes. */
  all: ReadonlyMap<string, Reading>;
  /** A file is being read. */
  busy: boolean;
  /** `null` for a picture. */
  of: (attachment: Attachment) => Reading | null;
  /** The attachments as they are sent. */
  withTexts: (list: readonly Attachment[]) => OutgoingAttachment[];
}

export const keyOf = ({ blob, name, encoding = '' }: Attachment): string => [blob, encoding, name].join(' ');

/** Reads the files among the attachments of an unsent message. Removing one stops its reading. */
export function useReadings(list: readonly Attachment[]): Readings {
  const { documents } = useServices();
  const readBlob = useReadBlob();
  const language = useLanguage();
  const [readings, setReadings] = useState<ReadonlyMap<string, Reading>>(new Map());
  const [started] = useState(() => new Map<string, AbortController>());

  useEffect(() => {
    const read = async (attachment: Attachment, signal: AbortSignal): Promise<Reading> => {
      const bytes = await readBlob(attachment.blob);
      if (!bytes) return { state: 'failed', code: 'damaged' };
      const { name, encoding } = attachment;
      const source = { bytes, name, language, ...(encoding !== undefined && { encoding }) };
      return { state: 'read', ...(await documents.read(source, signal)) };
    };
    const files = new Map(list.filter(({ kind }) => kind === 'file').map((file) => [keyOf(file), file]));
    for (const [key, abort] of started)
      if (!files.has(key)) {
        abort.abort();
        started.delete(key);
      }
    for (const [key, file] of files) {
      if (started.has(key)) continue;
      const abort = new AbortController();
      started.set(key, abort);
      const put = (reading: Reading) => {
        if (!abort.signal.aborted) setReadings((now) => new Map(now).set(key, reading));
      };
      put({ state: 'reading' });
      read(file, abort.signal).then(put, (error: unknown) =>
        put(
          error instanceof DocumentError
            ? { state: 'failed', code: error.code, ...error.facts }
            : { state: 'failed', code: 'failed' },
        ),
      );
    }
  }, [list, documents, readBlob, language, started]);

  useEffect(
    () => () => {
      for (const abort of started.values()) abort.abort();
      started.clear();
    },
    [started],
  );

  const of = (attachment: Attachment): Reading | null =>
    attachment.kind === 'file' ? (readings.get(keyOf(attachment)) ?? { state: 'reading' }) : null;
  return {
    all: readings,
    busy: list.some((attachment) => of(attachment)?.state === 'reading'),
    of,
    withTexts: (all) =>
      all.map((attachment) => {
        const reading = of(attachment);
        if (reading?.state !== 'read' || isPlain(attachment, reading.document)) return attachment;
        return { ...attachment, text: reading.document.text };
      }),
  };
}

/** Whether every model can be given the bytes as they are. */
function isPlain({ mime, name }: Attachment, { form, encoding }: DocumentText): boolean {
  return form === 'text' && encoding === 'utf-8' && isText(mime, name);
}
