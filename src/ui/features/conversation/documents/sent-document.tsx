import { useEffect, useState } from 'react';
import { DocumentError } from '#documents/base/document.ts';
import type { StoredPart } from '#storage/rows.ts';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import { useServices } from '#ui/data/services.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';
import { DocumentDialog } from './document-dialog.tsx';
import type { Reading } from './use-readings.ts';

interface SentDocumentProps {
  part: Extract<StoredPart, { type: 'file' }>;
  onClose: () => void;
}

const read = (text: string): Reading => ({ state: 'read', document: { form: 'text', text }, tokens: 0 });

/** The text of a file that was sent: what was read then, or what can be read now. */
export function SentDocument({ part, onClose }: SentDocumentProps) {
  const { documents } = useServices();
  const readBlob = useReadBlob();
  const language = useLanguage();
  const { name, blob, text } = part;
  const [reading, setReading] = useState<Reading>(() => (text === undefined ? { state: 'reading' } : read(text)));
  useEffect(() => {
    if (text !== undefined) return undefined;
    const abort = new AbortController();
    const put = (next: Reading) => {
      if (!abort.signal.aborted) setReading(next);
    };
    const load = async (): Promise<Reading> => {
      const bytes = await readBlob(blob);
      if (!bytes) return { state: 'failed', code: 'damaged' };
      return read((await documents.read({ bytes, name, language }, abort.signal)).text);
    };
    load().then(put, (error: unknown) =>
      put({ state: 'failed', code: error instanceof DocumentError ? error.code : 'damaged' }),
    );
    return () => abort.abort();
  }, [documents, readBlob, language, name, blob, text]);
  return <DocumentDialog name={name} reading={reading} taker={null} onClose={onClose} />;
}
