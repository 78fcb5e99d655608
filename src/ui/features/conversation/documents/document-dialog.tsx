import { useState } from 'react';
import { ENCODINGS } from '#documents/encodings.ts';
import { OutputViewer } from '#ui/features/conversation/agent/output/output-viewer.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { reasonText } from './document-facts.ts';
import type { Reading } from './use-readings.ts';
import css from './document-dialog.module.css';

interface DocumentDialogProps {
  name: string;
  reading: Reading;
  /** The model that takes the file itself. */
  taker: string | null;
  /** The model is given pictures of the pages that have no text. */
  seen?: boolean;
  /** The text was read only now, so that no model gets it. */
  unsent?: boolean;
  /** Absent where the file was sent, and its text stays as it is. */
  onEncoding?: (encoding: string) => void;
  onClose: () => void;
}

/** What was read in a file: what a model gets that can't take it. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { name, reading, taker, seen = false, unsent = false, onEncoding, onClose } = props;
  const t = useT('documents');
  const common = useT('common');
  const [open, setOpen] = useState(true);
  const text = reading.state === 'read' ? reading.document.text : '';
  const isScan = seen && reading.state === 'failed' && reading.code === 'no-text';
  const hasImages = reading.state === 'read' && reading.document.hasImages === true;
  const read = unsent ? 'gets.unsent' : hasImages ? 'gets.textOnly' : 'gets.text';
  const readable = text === '' ? 'gets.nothing' : read;
  const given = taker === null ? (isScan ? 'gets.pages' : readable) : null;
  const encoding = reading.state === 'read' ? reading.document.encoding : undefined;
  const known = encoding === undefined || ENCODINGS.includes(encoding) ? ENCODINGS : [encoding, ...ENCODINGS];
  return (
    <Modal
      full
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={name}
      description={given === null ? t('gets.file', { model: taker ?? '' }) : t(given)}
      footer={<Button onClick={() => setOpen(false)}>{common('close')}</Button>}
    >
      {onEncoding && encoding !== undefined && (
        <div className={css['encoding']}>
          <Select
            label={t('encoding')}
            value={encoding}
            options={known.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={onEncoding}
          />
        </div>
      )}
      {reading.state === 'reading' && <output>{t('reading')}</output>}
      {reading.state === 'failed' && <p role="alert">{reasonText(reading.code, t)}</p>}
      {reading.state === 'read' &&
        (text === '' ? <p>{t('empty')}</p> : <OutputViewer text={text} file={`${name}.txt`} />)}
    </Modal>
  );
}
