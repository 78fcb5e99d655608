import { Autocomplete } from '@base-ui/react/autocomplete';
import { FileText, MessageSquareText, Search, SquarePen } from 'lucide-react';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { findOfferings, type Offering } from './offering.ts';
import row from '#ui/kit/controls/choice-row.module.css';
import list from '#ui/shared/palette/palette.module.css';
import css from './insert.module.css';

const ICONS = { resource: FileText, template: SquarePen, prompt: MessageSquareText };
/** How many are rendered at once; the others are found by name. */
const MAX_COUNT = 200;

interface OfferingListProps {
  /** `null` while unknown. */
  all: readonly Offering[] | null;
  /** Still loading. */
  waiting: boolean;
  busy: boolean;
  search: RefObject<HTMLInputElement | null>;
  onChoose: (offering: Offering) => void;
}

interface Group {
  key: string;
  label: string;
  items: Offering[];
}

/** Resources and prompts by server, searched by typing. */
export function OfferingList({ all, waiting, busy, search, onChoose }: OfferingListProps) {
  const t = useT('insert');
  const [query, setQuery] = useState('');
  const groups = useMemo(() => groupsOf(findOfferings(all ?? [], query).slice(0, MAX_COUNT)), [all, query]);
  useEffect(() => search.current?.focus(), [search]);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      mode="none"
      value={query}
      onValueChange={(typed, { reason }) => reason !== 'item-press' && setQuery(typed)}
      itemToStringValue={(item: Offering) => item.name}
      autoHighlight="always"
      keepHighlight
    >
      <div className={css['box']}>
        <div className={list['search']}>
          <Search aria-hidden />
          <Autocomplete.Input ref={search} placeholder={t('search')} aria-label={t('search')} spellCheck={false} />
        </div>
        <Autocomplete.Empty className={list['empty']}>
          {all ? t('nothing', { search: query.trim() }) : waiting && t('loading')}
        </Autocomplete.Empty>
        <Autocomplete.List className={`${list['list']} ${css['list']}`} aria-busy={busy}>
          {(group: Group) => (
            <Autocomplete.Group key={group.key} items={group.items}>
              <Autocomplete.GroupLabel className={list['heading']}>{group.label}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: Offering) => (
                  <Autocomplete.Item
                    key={item.key}
                    value={item}
                    className={`${row['item']} ${css['item']}`}
                    disabled={busy}
                    onClick={() => onChoose(item)}
                  >
                    <Row offering={item} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

function Row({ offering }: { offering: Offering }) {
  const t = useT('insert');
  const Icon = ICONS[offering.kind];
  const about = offering.description || (offering.kind === 'resource' ? offering.uri : '');
  return (
    <>
      <span className={row['icon']} aria-hidden>
        <Icon />
      </span>
      <span className={css['text']}>
        <span className={css['name']}>{offering.name}</span>
        {about !== '' && (
          <span className={css['about']} title={about}>
            {about}
          </span>
        )}
      </span>
      <span className={row['note']}>{t(`kind.${offering.kind}`)}</span>
    </>
  );
}

function groupsOf(offerings: readonly Offering[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of offerings) {
    const group = groups.get(one.server) ?? { key: one.server, label: one.label, items: [] };
    group.items.push(one);
    groups.set(one.server, group);
  }
  return [...groups.values()];
}
