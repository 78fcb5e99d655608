import { Brain, Hammer, Microscope, Search, X, type LucideIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { hasNoOptions, MODE_TEXTS, type MessageOption, type MessageOptions, type Mode } from '#core/message-options.ts';
import type { Model } from '#core/model.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { effectiveLevel, levelsOf } from '#ui/shared/models/thinking-levels.ts';
import css from './message-option-list.module.css';

const ICONS: Readonly<Record<Mode, LucideIcon>> = { search: Search, analyze: Microscope, ultrawork: Hammer };

interface AskListProps {
  asks: MessageOptions;
  /** The model whose levels are named; `null` when unknown. */
  model?: Model | null;
  /** Words of the message that set the option. */
  triggers?: Partial<Record<MessageOption, string>>;
  /** Absent once the message is sent. */
  onRemove?: (ask: MessageOption) => void;
}

/** The options of a message, each with the text it adds. */
export function MessageOptionList({ asks, model = null, triggers, onRemove }: AskListProps) {
  const t = useT('messageOptions');
  const id = useId();
  const thinking = useThinkingName(asks.thinking, model);
  const [open, setOpen] = useState<Mode | null>(null);
  const { modes = [] } = asks;
  if (hasNoOptions(asks)) return null;
  const shown = open !== null && modes.includes(open) ? open : null;
  const remove = (ask: MessageOption, name: string) =>
    onRemove && (
      <button
        type="button"
        className={css['remove']}
        aria-label={t('remove', { name })}
        title={t('remove', { name })}
        onClick={() => onRemove(ask)}
      >
        <X aria-hidden />
      </button>
    );
  const useless = model?.thinking.kind === 'none' ? t('noThinking', { model: model.label }) : undefined;
  return (
    <div className={css['asks']}>
      <ul className={css['list']} aria-label={t(onRemove ? 'label' : 'sentLabel')}>
        {thinking !== null && (
          <li className={css['ask']} data-useless={useless && true} title={useless}>
            <span className={css['name']}>
              <Brain aria-hidden />
              {thinking}
              <Because word={triggers?.thinking} />
            </span>
            {useless && <span className="visually-hidden">{useless}</span>}
            {remove('thinking', thinking)}
          </li>
        )}
        {modes.map((mode) => {
          const Icon = ICONS[mode];
          const name = t(`mode.${mode}`);
          return (
            <li key={mode} className={css['ask']}>
              <button
                type="button"
                className={css['name']}
                aria-expanded={shown === mode}
                aria-controls={id}
                title={t('adds', { name })}
                onClick={() => setOpen(shown === mode ? null : mode)}
              >
                <Icon aria-hidden />
                {name}
                <Because word={triggers?.[mode]} />
              </button>
              {remove(mode, name)}
            </li>
          );
        })}
      </ul>
      <div id={id} hidden={shown === null}>
        {shown !== null && <p className={css['adds']}>{MODE_TEXTS[shown]}</p>}
      </div>
    </div>
  );
}

function Because({ word }: { word: string | undefined }) {
  const t = useT('messageOptions');
  return word === undefined ? null : <span className={css['because']}>{t('byWord', { word })}</span>;
}

function useThinkingName(level: MessageOptions['thinking'], model: Model | null): string | null {
  const t = useT('models');
  if (level === undefined) return null;
  const support = model && model.thinking.kind !== 'none' ? model.thinking : null;
  const real = support ? effectiveLevel(level, support) : level;
  const onOff = support !== null && levelsOf(support).length === 2;
  return t('thinking.current', { level: t(onOff && real !== 'off' ? 'thinking.on' : `thinking.${real}`) });
}
