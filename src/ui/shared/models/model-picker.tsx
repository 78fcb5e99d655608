import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, KeyRound, Lock, Pencil, Search, Star } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { Overlay } from '#core/request.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { buttonClass } from '#ui/kit/controls/button.tsx';
import { Tag } from '#ui/kit/controls/tag.tsx';
import { useConnections } from '#ui/data/use-connections.ts';
import { learnedOf, useOverlays } from '#ui/data/use-learned-model.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useSecretsState } from '#ui/data/use-secrets-state.ts';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useTargetModel } from '#ui/data/use-target-model.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { useFavoriteModels, useRecentModels, useRememberModel } from '#ui/data/preferences.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { FactsDialog } from './facts-dialog.tsx';
import { ListRefresh } from './list-refresh.tsx';
import { ModelFacts } from './model-facts.tsx';
import { modelGroups, sameModel, type PickerGroup, type PickerItem } from './model-groups.ts';
import css from './model-picker.module.css';

export interface ModelPickerProps {
  value: SessionTarget | null;
  onChange: (target: SessionTarget) => void;
  /** Controlled opening, for a shortcut. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  disabled?: boolean;
  /** Where the list opens. Below by default. */
  side?: 'top' | 'bottom';
}

/** Chooses a model of any vendor. A choice keeps the requested thinking level. */
export function ModelPicker({ value, onChange, open, onOpenChange, disabled, side = 'bottom' }: ModelPickerProps) {
  const t = useT('models');
  const choices = useModels();
  const learned = useOverlays();
  const { connections } = useConnections();
  const { secrets } = useSecretsState();
  const unlock = useUnlock();
  const [recent] = useRecentModels();
  const remember = useRememberModel();
  const [favourites, setFavourites] = useFavoriteModels();
  const [query, setQuery] = useState('');
  const [ownOpen, setOwnOpen] = useState(false);
  const [editing, setEditing] = useState<FactsOf | null>(null);
  const [editorOpen, setEditorOpen] = useState(false);
  const highlighted = useRef<PickerItem | undefined>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);

  const groups = useMemo(
    () => modelGroups({ choices, connections: connections ?? [], favourites, recent, query }),
    [choices, connections, favourites, recent, query],
  );
  const target = useTargetModel(value);
  const connection = target?.connection;
  const selected = useMemo(
    () => groups.flatMap((group) => group.items).find((item) => value && isChoice(item, value)) ?? null,
    [groups, value],
  );
  const modelName = useModelName();
  const label = value ? modelName(value) : t('picker.choose');
  const usable = !value || !connections || (connection?.configured ?? false);
  const hindrance = secrets?.locked && connection?.needsKey ? t('picker.locked') : t('picker.noKey');

  const isFavourite = (item: PickerItem) => favourites.some((target) => isChoice(item, target));
  const toggleFavorite = (item: PickerItem) => {
    if (item.kind !== 'model') return;
    const target: SessionTarget = {
      connection: item.connection.id,
      model: item.model.id,
      thinking: value?.thinking ?? 'medium',
    };
    setFavourites(isFavourite(item) ? favourites.filter((one) => !sameModel(one, target)) : [...favourites, target]);
  };

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

  const choose = (item: PickerItem | null) => {
    if (!item) return;
    if (item.kind === 'setup') {
      if (secrets?.locked) unlock();
      else navigate({ name: 'settings', page: 'vendors', focus: item.connection.id });
      return;
    }
    const target: SessionTarget = {
      connection: item.connection.id,
      model: item.kind === 'model' ? item.model.id : item.id,
      thinking: value?.thinking ?? 'medium',
    };
    remember(target);
    onChange(target);
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
        <Combobox.Trigger
          ref={trigger}
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
              <Tag>{hindrance}</Tag>
            </span>
          )}
          <ChevronDown className={css['quietIcon']} aria-hidden />
        </Combobox.Trigger>
        <Combobox.Portal>
          <Combobox.Positioner
            className={css['positioner']}
            side={side}
            align="start"
            sideOffset={6}
            collisionPadding={8}
          >
            <Combobox.Popup className={css['popup']} aria-label={t('picker.choose')} onKeyDown={onKeyDown}>
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
                            locked={secrets?.locked ?? false}
                            learned={learned}
                            favourite={isFavourite(item)}
                            onToggleFavourite={() => toggleFavorite(item)}
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
}

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

const isChoice = (item: PickerItem, target: SessionTarget) =>
  item.kind === 'model' && sameModel({ connection: item.connection.id, model: item.model.id }, target);

function PracticeTag() {
  const t = useT('common');
  return <Tag>{t('practice')}</Tag>;
}

function GroupLabel({ group: { heading } }: { group: PickerGroup }) {
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
  locked: boolean;
  /** Learned facts about all models. */
  learned: readonly Overlay[];
  favourite: boolean;
  onToggleFavourite: () => void;
  onEdit: () => void;
}

function Item({ item, chosen, locked, learned, favourite, onToggleFavourite, onEdit }: ItemProps) {
  const t = useT('models');
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
      {favourite && <span className="visually-hidden">, {t('picker.favourite')}</span>}
      <ModelFacts model={item.model} window={learnedOf(item.connection, item.model, learned).model.contextWindow} />
      <span className={css['slot']} aria-hidden>
        {chosen && <Check />}
      </span>
      <RowTool title={t('facts.edit')} icon={<Pencil />} onUse={onEdit} />
      <RowTool title={t('picker.toggleFavorite')} icon={<Star />} on={favourite} onUse={onToggleFavourite} />
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
