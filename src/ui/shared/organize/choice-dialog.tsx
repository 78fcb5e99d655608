import { Autocomplete } from '@base-ui/react/autocomplete';
import { Check, Minus, Plus, Search } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { titleMatcher } from '#storage/title-search.ts';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import row from '#ui/kit/controls/choice-row.module.css';
import css from './choice-dialog.module.css';

export interface Choice {
  key: string;
  label: string;
  /** Additional text to search, such as the folders above. */
  keywords?: string;
  depth?: number;
  icon?: ReactNode;
  /** Whether it applies to all selected items or only to some. */
  state?: 'all' | 'some';
  /** Read after the label and shown at its end. */
  note?: string;
}

interface ChoiceDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  placeholder: string;
  /** Shown while there is nothing to choose from. */
  none: string;
  choices: readonly Choice[];
  /** Returning `true` closes the dialog. */
  onChoose: (key: string) => boolean;
  /** The item to create from the text; `null` when it isn't allowed or already exists. */
  create: (text: string) => { label: string; run: () => boolean } | null;
  footer?: ReactNode;
}

const NEW = 'new';

/** Chooses one of many by typing part of its name, or creates a new one. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { open, onClose, title, placeholder, none, choices, onChoose, create, footer } = props;
  const t = useT('organize');
  const [query, setQuery] = useState('');
  const made = query.trim() === '' ? null : create(query);
  const found = useMemo(() => {
    const matches = titleMatcher(query);
    return choices.filter(({ label, keywords }) => matches(`${label} ${keywords ?? ''}`));
  }, [choices, query]);
  const items: Choice[] = made ? [...found, { key: NEW, label: made.label, icon: <Plus /> }] : found;
  const choose = (key: string) => {
    const closes = key === NEW ? (made?.run() ?? false) : onChoose(key);
    setQuery('');
    if (closes) onClose();
  };

  return (
    <Modal open={open} onOpenChange={(next) => !next && onClose()} title={title} footer={footer}>
      <Autocomplete.Root
        open
        inline
        items={items}
        filter={null}
        mode="none"
        value={query}
        onValueChange={(text, { reason }) => reason !== 'item-press' && setQuery(text)}
        itemToStringValue={(item: Choice) => item.label}
        autoHighlight="always"
        keepHighlight
      >
        <div className={css['search']}>
          <Search aria-hidden />
          <Autocomplete.Input placeholder={placeholder} aria-label={placeholder} spellCheck={false} />
        </div>
        <div className={css['found']}>
          <Autocomplete.Empty className={css['empty']}>
            {query.trim() === '' ? none : t('nothing', { search: query.trim() })}
          </Autocomplete.Empty>
          <Autocomplete.List className={css['list']}>
            {(item: Choice) => (
              <Autocomplete.Item key={item.key} value={item} className={row['item']} onClick={() => choose(item.key)}>
                <span className={`${row['icon']} ${css['place']}`} data-depth={item.depth ?? 0} aria-hidden>
                  {item.icon}
                </span>
                <span className={row['name']}>{item.label}</span>
                {item.note !== undefined && <span className={row['note']}>{item.note}</span>}
                {item.state && (
                  <span className={css['state']} aria-hidden>
                    {item.state === 'all' ? <Check /> : <Minus />}
                  </span>
                )}
                {item.state && (
                  <span className="visually-hidden">, {t(item.state === 'all' ? 'tagAll' : 'tagSome')}</span>
                )}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </Modal>
  );
}
