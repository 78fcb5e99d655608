import { useRef } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { LinkAddress } from './link-address.tsx';

interface AskToOpenProps {
  url: URL;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (url: URL) => void;
}

/** Shows the full address before it is opened. */
export function AskToOpen({ url, open, onOpenChange, onOpen }: AskToOpenProps) {
  const t = useT('common');
  const copy = useCopy();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title={t('link.title')}
      description={t('link.body')}
      initialFocus={cancel}
      footer={
        <>
          <Button variant="quiet" onClick={() => void copy(url.href)}>
            {t('link.copy')}
          </Button>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button variant="primary" onClick={() => onOpen(url)}>
            {t('link.open')}
          </Button>
        </>
      }
    >
      <LinkAddress url={url.href} />
    </Modal>
  );
}
