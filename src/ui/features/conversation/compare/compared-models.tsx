import { X } from 'lucide-react';
import type { SessionTarget } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { ActionButton } from '#ui/features/conversation/message/action-button.tsx';
import { useConversation, useShowPanels } from '#ui/features/conversation/scene/conversation-context.ts';
import css from './choose-models.module.css';

/** Above the message box: says that the next message goes to several models, and to which. */
export function ComparedModels({ target }: { target: SessionTarget }) {
  const t = useT('tree');
  const { others: extra } = useConversation();
  const show = useShowPanels();
  const { others, setOthers } = extra;
  return (
    <div className={css['strip']}>
      <span>{t('strip.label', { count: others.length + 1 })}</span>
      <ul>
        <Chip target={target} />
        {others.map((one) => (
          <Chip
            key={`${one.connection} ${one.model}`}
            target={one}
            onRemove={() => setOthers(others.filter((other) => other !== one))}
          />
        ))}
      </ul>
      <Button small variant="quiet" onClick={() => show({ choice: { kind: 'new' } })}>
        {t('strip.change')}
      </Button>
    </div>
  );
}

function Chip({ target, onRemove }: { target: SessionTarget; onRemove?: () => void }) {
  const t = useT('tree');
  const found = useTargetModel(target);
  const label = useModelName()(target);
  return (
    <li className={css['chip']}>
      <VendorMark vendor={found?.connection.vendor ?? null} practice={found?.connection.practice ?? false} />
      <span>{label}</span>
      {onRemove && (
        <ActionButton label={t('models.remove', { model: label })} icon={<X aria-hidden />} onClick={onRemove} />
      )}
    </li>
  );
}
