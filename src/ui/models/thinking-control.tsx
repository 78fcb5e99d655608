import { Menu } from '@base-ui/react/menu';
import { Brain, Check } from 'lucide-react';
import type { ThinkingLevel, ThinkingSupport } from '#core/model.ts';
import menu from '#ui/controls/menu.module.css';
import { useT } from '#ui/i18n/use-t.ts';
import { effectiveLevel, levelsOf } from './thinking-levels.ts';
import css from './model-picker.module.css';

interface ThinkingControlProps {
  value: ThinkingLevel;
  onChange: (level: ThinkingLevel) => void;
  support: ThinkingSupport;
  side?: 'top' | 'bottom';
  disabled?: boolean;
}

/** How much the model may think before it answers; offers what this model can do and nothing else. */
export function ThinkingControl({ value, onChange, support, side = 'top', disabled }: ThinkingControlProps) {
  const t = useT('models');
  const levels = levelsOf(support);
  const effective = effectiveLevel(value, support);
  const onOff = levels.length === 2;
  const nameOf = (level: ThinkingLevel) => t(onOff && level !== 'off' ? 'thinking.on' : `thinking.${level}`);
  const name = nameOf(effective);
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
            <Menu.RadioGroup value={effective} onValueChange={onChange}>
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
