import { Combobox } from '@base-ui/react/combobox';
import { Pencil, Search } from 'lucide-react';
import { memo, useRef, useState, type KeyboardEvent } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useOverlays } from '#ui/data/use-learned-model.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { ListRefresh } from './list-refresh.tsx';
import type { PickerGroup, PickerItem } from './model-groups.ts';
import { GroupLabel, Item } from './model-picker-item.tsx';
import { ModelPickerTrigger } from './model-picker-trigger.tsx';
import { isChoice, useModelPicker } from './use-model-picker.ts';
import css from './model-picker.module.css';

const FactsDialog = lazyPart(async () => (await import('./facts-dialog.tsx')).FactsDialog);

export interface ModelPickerProps {
  value: SessionTarget | null;
  onChange: (target: SessionTarget) => void;
  /** Controlled opening, for a shortcut. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  disabled?: boolean;
  /** Where the list opens. Below by default. */
  side?: 'top' | 'bottom';
  /** What gets the focus when the list closes; the previous place by default. */
  finalFocus?: () => HTMLElement | null;
}

/** Chooses a model of any vendor. */
export const ModelPicker = memo(function ModelPicker({
  value,
  onChange,
  open,
  onOpenChange,
  disabled,
  side = 'bottom',
  finalFocus,
}: ModelPickerProps) {
  const t = useT('models');
  const [query, setQuery] = useState('');
  const [ownOpen, setOwnOpen] = useState(false);
  const [editing, setEditing] = useState<FactsOf | null>(null);
  const [editorOpen, setEditorOpen] = useState(false);
  const highlighted = useRef<PickerItem | undefined>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  const { groups, selected, choose, isFavorite, toggleFavorite } = useModelPicker(value, query, onChange);
  const learned = useOverlays();
  const { connections } = useConnections();
  const target = useTargetModel(value);

  const changeOpen = (now: boolean) => {
    if (now) setQuery('');
    setOwnOpen(now);
    onOpenChange?.(now);
  };
  const editFacts = (facts: FactsOf | null) => {
    if (!facts) return;
    changeOpen(false);
    setEditing(facts);
    setEditorOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Control+D and Control+E edit text on a Mac.
    const mod = isMac(navigator.platform) ? event.metaKey : event.ctrlKey;
    if (!mod || event.altKey || event.shiftKey || !highlighted.current) return;
    if (!isLetter(event, 'd') && !isLetter(event, 'e')) return;
    event.preventDefault();
    if (isLetter(event, 'd')) toggleFavorite(highlighted.current);
    else editFacts(factsOf(highlighted.current));
  };

  return (
    <>
      <Combobox.Root<PickerItem>
        items={groups}
        filter={null}
        value={selected}
        onValueChange={choose}
        inputValue={query}
        onInputValueChange={(text, { reason }) => reason !== 'item-press' && setQuery(text)}
        itemToStringLabel={labelOf}
        itemToStringValue={(item) => item.key}
        isItemEqualToValue={(item, chosen) => item.key === chosen.key}
        onItemHighlighted={(item) => (highlighted.current = item)}
        autoHighlight
        disabled={disabled ?? false}
        open={open ?? ownOpen}
        onOpenChange={changeOpen}
      >
        <ModelPickerTrigger ref={trigger} value={value} />
        <Combobox.Portal>
          <Combobox.Positioner
            className={css['positioner']}
            side={side}
            align="start"
            sideOffset={6}
            collisionPadding={8}
          >
            <Combobox.Popup
              className={css['popup']}
              aria-label={t('picker.choose')}
              onKeyDown={onKeyDown}
              {...(finalFocus && { finalFocus })}
            >
              <div className={css['search']}>
                <Search aria-hidden />
                <Combobox.Input placeholder={t('picker.search')} aria-label={t('picker.search')} spellCheck={false} />
              </div>
              <Combobox.Empty className={css['empty']}>
                {groups.length === 0 && <p>{t('picker.empty')}</p>}
              </Combobox.Empty>
              <Combobox.List className={css['list']}>
                {(group: PickerGroup) => (
                  <Combobox.Group key={group.key} items={group.items} className={css['group']}>
                    <GroupLabel group={group} />
                    <Combobox.Collection>
                      {(item: PickerItem) => (
                        <Combobox.Item key={item.key} value={item} className={css['item']}>
                          <Item
                            item={item}
                            chosen={value !== null && isChoice(item, value)}
                            learned={learned}
                            favorite={isFavorite(item)}
                            onToggleFavorite={() => toggleFavorite(item)}
                            onEdit={() => editFacts(factsOf(item))}
                          />
                        </Combobox.Item>
                      )}
                    </Combobox.Collection>
                    {group.hidden > 0 && (
                      <div className={css['hidden']} aria-hidden>
                        {t('picker.more', { count: group.hidden })}
                      </div>
                    )}
                  </Combobox.Group>
                )}
              </Combobox.List>
              <ListRefresh connections={(connections ?? []).filter((one) => one.configured && !one.practice)}>
                {target && (
                  <button
                    type="button"
                    className={buttonClass('quiet', true)}
                    aria-label={t('facts.editOf', { model: target.model.label })}
                    onClick={() => editFacts({ connection: target.connection, id: target.model.id })}
                  >
                    <Pencil aria-hidden />
                    {t('facts.edit')}
                  </button>
                )}
              </ListRefresh>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {editing && (
        <FactsDialog
          key={`${editing.connection.id}\n${editing.id}`}
          connection={editing.connection}
          id={editing.id}
          open={editorOpen}
          onClose={() => setEditorOpen(false)}
          onClosed={() => setEditing(null)}
          finalFocus={trigger}
        />
      )}
    </>
  );
});

interface FactsOf {
  connection: Connection;
  id: string;
}

function factsOf(item: PickerItem): FactsOf | null {
  if (item.kind === 'setup') return null;
  return { connection: item.connection, id: item.kind === 'model' ? item.model.id : item.id };
}

/** On a Hangul layout the key has another name but the same position. */
const isLetter = ({ key, code }: KeyboardEvent, letter: string) =>
  key.toLowerCase() === letter || (!/^[a-z]$/i.test(key) && code === `Key${letter.toUpperCase()}`);

const labelOf = (item: PickerItem) => (item.kind === 'model' ? item.model.label : item.connection.label);
