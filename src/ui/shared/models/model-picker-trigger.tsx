import { Combobox } from '@base-ui/react/combobox';
import { ChevronDown } from 'lucide-react';
import type { RefObject } from 'react';
import type { SessionTarget } from '#storage/rows.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { PracticeTag } from '#ui/shared/vendors/practice-tag.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import css from './model-picker.module.css';

interface ModelPickerTriggerProps {
  value: SessionTarget | null;
  ref: RefObject<HTMLButtonElement | null>;
}

/** Shows the current model, and what it still needs. */
export function ModelPickerTrigger({ value, ref }: ModelPickerTriggerProps) {
  const t = useT('models');
  const { connections } = useConnections();
  const { secrets } = useSecretsState();
  const connection = useTargetModel(value)?.connection;
  const modelName = useModelName();
  const label = value ? modelName(value) : t('picker.choose');
  const usable = !value || !connections || (connection?.configured ?? false);
  return (
    <Combobox.Trigger
      ref={ref}
      className={css['trigger']}
      data-none={value === null || undefined}
      aria-label={t('picker.current', { model: label })}
    >
      <VendorMark vendor={connection?.vendor ?? null} practice={connection?.practice ?? false} />
      <span className={css['current']}>{label}</span>
      {connection?.practice && (
        <span className={css['tag']}>
          <PracticeTag />
        </span>
      )}
      {!usable && (
        <span className={css['tag']}>
          <Tag>{secrets?.locked && connection?.needsKey ? t('picker.locked') : t('picker.noKey')}</Tag>
        </span>
      )}
      <ChevronDown className={css['quietIcon']} aria-hidden />
    </Combobox.Trigger>
  );
}
