import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import modal from '#ui/kit/controls/modal.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { EarlyKeys } from '#ui/kit/keyboard/early-keys.ts';
import { findInPalette, type PaletteGroup, type PaletteItem } from './palette-groups.ts';
import row from '#ui/kit/controls/choice-row.module.css';
import css from './palette.module.css';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Text typed before the field existed. */
  early: EarlyKeys;
  /** A `PaletteList` with what it can find. Rendered only while the palette is open. */
  List: ComponentType<Omit<PaletteListProps, 'groups'>>;
}

export interface PaletteListProps extends Pick<PaletteProps, 'early'> {
  groups: readonly PaletteGroup[];
  onChoose: (item: PaletteItem) => void;
}

/** Finds everything by typing its name. */
export function Palette({ open, onOpenChange, early, List }: PaletteProps) {
  const t = useT('frame');
  // Every opening starts empty, even before the last closing animation has ended.
  const [opening, setOpening] = useState({ open, count: 0 });
  if (opening.open !== open) setOpening({ open, count: opening.count + (open ? 1 : 0) });
  const chosen = useRef<PaletteItem | null>(null);
  useEffect(() => {
    if (open) chosen.current = null;
  }, [open]);
  const choose = (item: PaletteItem) => {
    chosen.current = item;
    onOpenChange(false);
    item.run();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={modal['backdrop']} />
        <Dialog.Viewport className={css['viewport']}>
          <Dialog.Popup
            className={css['popup']}
            aria-label={t('palette.label')}
            // The focus before the early keys, if any were captured; otherwise the previous focus.
            finalFocus={() => (chosen.current?.focuses ? false : (early.origin() ?? true))}
          >
            <List key={opening.count} early={early} onChoose={choose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The field and what is found. */
export function PaletteList({ groups, early, onChoose }: PaletteListProps) {
  const t = useT('frame');
  const [query, setQuery] = useState('');
  const found = useMemo(() => findInPalette(groups, query), [groups, query]);
  return (
    <Autocomplete.Root
      open
      inline
      items={found}
      filter={null}
      mode="none"
      value={query}
      onValueChange={(text, { reason }) => reason !== 'item-press' && setQuery(text)}
      itemToStringValue={(item: PaletteItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className={css['search']}>
        <Search aria-hidden />
        <Autocomplete.Input
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.label')}
          aria-describedby="palette-hint"
          spellCheck={false}
          onFocus={() => {
            const typed = early.take();
            if (typed !== '') setQuery((before) => before + typed);
          }}
        />
        <span id="palette-hint" className="visually-hidden">
          {t('palette.hint')}
        </span>
      </div>
      <Autocomplete.Empty className={css['empty']}>{t('palette.empty', { search: query.trim() })}</Autocomplete.Empty>
      <Autocomplete.List className={css['list']}>
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.key} items={group.items}>
            <Autocomplete.GroupLabel className={css['heading']}>{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Autocomplete.Item key={item.key} value={item} className={row['item']} onClick={() => onChoose(item)}>
                  <span className={row['icon']} aria-hidden>
                    {item.icon}
                  </span>
                  <span className={row['name']}>{item.label}</span>
                  {item.note && <kbd className={row['note']}>{item.note}</kbd>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
