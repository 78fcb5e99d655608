import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SentPicture } from '#core/pictures/sent-picture.ts';
import type { DraftRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { formatBytes } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import css from './picture-facts.module.css';

/** What the conversation's model will be sent of a picture. */
export function PictureFacts({ picture }: { picture: DraftRow['attachments'][number] }) {
  const t = useT('documents');
  const language = useLanguage();
  const { requests } = useServices();
  const { session, model } = useConversation();
  const { blob, mime, bytes } = picture;
  const { target } = model;
  const [found, setFound] = useState<{ sent: SentPicture | null; of: unknown } | null>(null);
  useEffect(() => {
    let cancelled = false;
    const put = (sent: SentPicture | null) => !cancelled && setFound({ sent, of: target });
    // What breaks down is tried again when it is sent.
    if (target) requests.picture(session.id, { blob, mime }, target).then(put, () => put(null));
    return () => {
      cancelled = true;
    };
  }, [requests, session.id, blob, mime, target]);

  const sent = found?.of === target ? found?.sent : null;
  if (!sent) return <>{formatBytes(bytes, language)}</>;
  if (sent.as === 'unreadable')
    return (
      <span className={css['unread']} data-unread title={t('unread.picture')}>
        {t('unread')}
        <TriangleAlert aria-hidden />
        <span className="visually-hidden">{t('unread.picture')}</span>
      </span>
    );
  return <>{sent.size ? t('as.picture', { ...sent.size }) : t('as.pictureFile')}</>;
}
