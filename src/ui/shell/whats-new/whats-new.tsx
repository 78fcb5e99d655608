import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useLazyModule } from '#ui/kit/lazy-module.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { notes } from './lazy-notes.ts';

/** The changes of each version, newest first. */
export function WhatsNew({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT('settings');
  const common = useT('common');
  const loaded = useLazyModule(notes, open);
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('news.title')}
      wide
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      {loaded ? <loaded.Notes /> : <p role="status">{t('news.loading')}</p>}
    </Modal>
  );
}
