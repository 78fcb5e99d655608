import { useState } from 'react';
import type { Citation } from '#core/passage.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { OutputViewer } from '#ui/features/conversation/agent/output/output-viewer.tsx';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';

/** A passage in the text of its file; alone, if the file is no longer there or says something else now. */
export function PassageDialog({ citation, onClose }: { citation: Citation; onClose: () => void }) {
  const t = useT('projects');
  const common = useT('common');
  const { db } = useServices();
  const [open, setOpen] = useState(true);
  const { file, number, source, start, end, text } = citation;
  const stored = useLiveQuery(async () => (await db.projectTexts.get(file))?.text ?? null, [db, file]);
  const isThere = stored?.slice(start, end).trim() === text;
  return (
    <Modal
      full
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={t('passage', { number, source })}
      {...(stored !== undefined && !isThere && { description: t('passage.gone') })}
      footer={<Button onClick={() => setOpen(false)}>{common('close')}</Button>}
    >
      {stored !== undefined && (
        <OutputViewer
          text={isThere ? stored : text}
          file={`${source}.txt`}
          {...(isThere && { passage: { at: stored.indexOf(text, start), length: text.length } })}
        />
      )}
    </Modal>
  );
}
