import { useState } from 'react';
import { isTextFile } from '#core/normalize/base/is-text-file.ts';
import type { StoredPart } from '#storage/rows.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { useReadings } from './use-readings.ts';

interface SentDocumentProps {
  part: Extract<StoredPart, { type: 'file' }>;
  onClose: () => void;
}

/** The text of a file that was sent: what was read then, or what can be read now. */
export function SentDocument({ part, onClose }: SentDocumentProps) {
  const { text, mime, name, blob, bytes } = part;
  const [file] = useState({ kind: 'file' as const, mime, name, blob, bytes });
  const [unread] = useState(() => (text === undefined ? [file] : []));
  const readings = useReadings(unread);
  const reading = text === undefined ? readings.of(file) : readAs(text);
  const unsent = text === undefined && !isTextFile(part);
  return reading && <DocumentDialog name={name} reading={reading} taker={null} unsent={unsent} onClose={onClose} />;
}

const readAs = (text: string) => ({ state: 'read' as const, document: { form: 'text' as const, text }, tokens: 0 });
