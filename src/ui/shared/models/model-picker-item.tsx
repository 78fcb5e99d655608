import { Combobox } from '@base-ui/react/combobox';
import { Check, KeyRound, Lock, Pencil, Star } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Model } from '#core/model.ts';
import type { Overlay } from '#core/request.ts';
import { learnedOf } from '#ui/data/use-learned-model.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { PracticeTag } from '#ui/shared/vendors/practice-tag.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { ModelFacts } from './model-facts.tsx';
import type { PickerGroup, PickerItem } from './model-groups.ts';
import css from './model-picker.module.css';

export function GroupLabel({ group: { heading } }: { group: PickerGroup }) {
  const t = useT('models');
  if (heading.kind === 'as-is') return null;
  if (heading.kind !== 'connection') {
    const key = heading.kind === 'not-set-up' ? 'picker.notSetUp' : (`picker.${heading.kind}` as const);
    return <Combobox.GroupLabel className={css['heading']}>{t(key)}</Combobox.GroupLabel>;
  }
  const { connection } = heading;
  return (
    <Combobox.GroupLabel className={css['heading']}>
      {connection.label}
      {connection.practice && <PracticeTag />}
    </Combobox.GroupLabel>
  );
}

interface ItemProps {
  item: PickerItem;
  chosen: boolean;
  /** Learned facts about all models. */
  learned: readonly Overlay[];
  favorite: boolean;
  onToggleFavorite: () => void;
  onEdit: () => void;
}

export function Item({ item, chosen, learned, favorite, onToggleFavorite, onEdit }: ItemProps) {
  const t = useT('models');
  const locked = useSecretsState().secrets?.locked ?? false;
  const mark = <VendorMark vendor={item.connection.vendor} practice={item.connection.practice} />;
  if (item.kind === 'setup') {
    return (
      <>
        {mark}
        <span className={css['name']}>{item.connection.label}</span>
        <span className={css['action']}>
          {locked ? <Lock aria-hidden /> : <KeyRound aria-hidden />}
          {locked ? t('picker.unlock') : t('picker.addKey')}
        </span>
      </>
    );
  }
  if (item.kind === 'as-is') {
    return (
      <>
        {mark}
        <span className={css['name']}>{t('picker.asIs', { id: item.id })}</span>
        <span className={css['action']}>{t('picker.asIsAt', { connection: item.connection.label })}</span>
        <RowTool title={t('facts.edit')} icon={<Pencil />} onUse={onEdit} />
      </>
    );
  }
  return (
    <>
      {mark}
      <ModelName model={item.model} />
      {item.edited && (
        <>
          <span className="visually-hidden">, </span>
          <Tag>{t('picker.edited')}</Tag>
        </>
      )}
      {favorite && <span className="visually-hidden">, {t('picker.favorite')}</span>}
      <ModelFacts model={item.model} window={learnedOf(item.connection, item.model, learned).model.contextWindow} />
      <span className={css['slot']} aria-hidden>
        {chosen && <Check />}
      </span>
      <RowTool title={t('facts.edit')} icon={<Pencil />} onUse={onEdit} />
      <RowTool title={t('picker.toggleFavorite')} icon={<Star />} on={favorite} onUse={onToggleFavorite} />
    </>
  );
}

interface RowToolProps {
  title: string;
  icon: ReactElement;
  on?: boolean;
  onUse: () => void;
}

/** For the pointer; the keyboard has Ctrl/Cmd+D and E. Neither could reach a button inside an option. */
function RowTool({ title, icon, on, onUse }: RowToolProps) {
  return (
    <span
      className={css['tool']}
      data-on={on || undefined}
      title={title}
      aria-hidden
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        onUse();
      }}
    >
      {icon}
    </span>
  );
}

function ModelName({ model }: { model: Model }) {
  const t = useT('models');
  return (
    <span className={css['name']} title={model.asOf ? model.id : `${model.id}\n${t('picker.unknown')}`}>
      {model.label}
      {model.label !== model.id && <span className={css['id']}>{model.id}</span>}
    </span>
  );
}
