import { Menu } from '@base-ui/react/menu';
import { Brain, Check, RotateCcw } from 'lucide-react';
import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { LearnedModel } from '#core/repairs/learned-model.ts';
import menu from '#ui/kit/controls/menu.module.css';
import { formatDateTime } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { effectiveLevel, levelsOf } from './thinking-levels.ts';
import css from './model-picker.module.css';

interface ThinkingControlProps {
  value: ThinkingLevel;
  onChange: (level: ThinkingLevel) => void;
  support: ThinkingSupport;
  /** Refusals after which thinking isn't requested, or only without a level. */
  refused?: LearnedModel['thinking'];
  onAskAgain?: () => void;
  side?: 'top' | 'bottom';
  disabled?: boolean;
}

/** How much the model may think before it answers. Offers only what this model supports. */
export function ThinkingControl({
  value,
  onChange,
  support,
  refused = null,
  onAskAgain,
  side = 'top',
  disabled,
}: ThinkingControlProps) {
  const t = useT('models');
  const language = useLanguage();
  const levels = levelsOf(support);
  const effective = effectiveLevel(value, support);
  const onOff = levels.length === 2 || refused?.missing === 'level';
  const nameOf = (level: ThinkingLevel) => t(onOff && level !== 'off' ? 'thinking.on' : `thinking.${level}`);
  const unsent = refused?.missing === 'all';
  const name = unsent ? t('thinking.unsent') : nameOf(effective);
  const [last] = refused?.because ?? [];
  if (support.kind === 'none') return null;
  return (
    <Menu.Root>
      <Menu.Trigger
        className={css['trigger']}
        disabled={disabled ?? false}
        aria-label={t('thinking.current', { level: name })}
        title={t('thinking.label')}
      >
        <Brain className={css['quietIcon']} aria-hidden />
        <span>{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu['positioner']} side={side} align="start" sideOffset={6}>
          <Menu.Popup className={menu['popup']}>
            <Menu.RadioGroup value={unsent ? null : effective} onValueChange={onChange}>
              {levels.map((level) => (
                <Menu.RadioItem key={level} value={level} className={menu['item']} closeOnClick>
                  <span className={css['slot']}>
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden />
                    </Menu.RadioItemIndicator>
                  </span>
                  {nameOf(level)}
                  <span className={menu['keys']}>{t(`thinking.${level}Hint`)}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            {!levels.includes('off') && <p className={menu['note']}>{t('thinking.always')}</p>}
            {refused && last && (
              <>
                <div className={menu['separator']} />
                <p className={`${menu['note']} ${css['refusal']}`}>
                  {t(unsent ? 'thinking.refused' : 'thinking.levelRefused')}{' '}
                  {t('learned.since', { date: formatDateTime(last.at, language), reason: last.reason })}
                </p>
                <Menu.Item className={menu['item']} onClick={onAskAgain}>
                  <span className={css['slot']}>
                    <RotateCcw aria-hidden />
                  </span>
                  {t('thinking.askAgain')}
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
