import { Menu } from '@base-ui/react/menu';
import { Check, Hash, Tags } from 'lucide-react';
import type { TagCount } from '#storage/session-tags.ts';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import menu from '#ui/kit/controls/menu.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';

interface TagFilterProps {
  tags: readonly TagCount[];
  /** Whether the list is filtered by it now. */
  isOn: (tag: string) => boolean;
  onToggle: (tag: string) => void;
  onManage: () => void;
}

/** Filters the list by a tag, using the same filter that can be typed. */
export function TagFilter({ tags, isOn, onToggle, onManage }: TagFilterProps) {
  const t = useT('organize');
  return (
    <Menu.Root>
      <Menu.Trigger className={iconButtonClass()} aria-label={t('tagFilter')} title={t('tagFilter')}>
        <Tags aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={menu['positioner']} sideOffset={4} align="end">
          <Menu.Popup className={menu['popup']}>
            {tags.length === 0 && <p className={menu['note']}>{t('tagFilterNone')}</p>}
            {tags.map(({ tag, count }) => (
              <Menu.CheckboxItem
                key={tag}
                className={menu['item']}
                checked={isOn(tag)}
                closeOnClick
                onCheckedChange={() => onToggle(tag)}
              >
                {isOn(tag) ? <Check aria-hidden /> : <Hash aria-hidden />}
                {tag}
                <kbd className={menu['keys']}>{count}</kbd>
              </Menu.CheckboxItem>
            ))}
            {tags.length > 0 && (
              <>
                <Menu.Separator className={menu['separator']} />
                <Menu.Item className={menu['item']} onClick={onManage}>
                  {t('tagManage')}
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
