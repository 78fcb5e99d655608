import { Check, ChevronDown, ChevronUp, Copy, Download } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { OutputRows, type OutputRowsHandle } from './output-rows.tsx';
import { saveText } from '#ui/kit/files/save-text.ts';
import { cutRows, findMatches } from './text-rows.ts';
import css from './output.module.css';

const MAX_HITS = 10_000;

interface OutputViewerProps {
  text: string;
  /** Name of the file to save it as. */
  file: string;
  /** Marked and in view at first. */
  passage?: { at: number; length: number };
}

/**
 * Shows a long text in full. Only the visible rows are rendered, and the browser's search finds only those, so the
 * viewer has its own search.
 */
export function OutputViewer({ text, file, passage }: OutputViewerProps) {
  const t = useT('agent');
  const common = useT('common');
  const language = useLanguage();
  const id = useId();
  const copy = useCopy();
  const list = useRef<OutputRowsHandle>(null);
  const field = useRef<HTMLInputElement>(null);
  const [activeQuery, setActiveQuery] = useState('');
  const [place, setPlace] = useState(0);
  const [copied, setCopied] = useState(false);
  const searched = useDeferredValue(activeQuery);
  const rows = useMemo(() => cutRows(text), [text]);
  const places = useMemo(() => findMatches(text, searched, MAX_HITS), [text, searched]);
  const number = (value: number) => value.toLocaleString(language);
  const current = places[Math.min(place, places.length - 1)];

  const start = passage?.at;
  useEffect(() => {
    if (start !== undefined) list.current?.show(start);
  }, [start]);

  const go = (by: -1 | 1) => {
    if (places.length === 0) return;
    const next = (place + by + places.length) % places.length;
    setPlace(next);
    show(places[next]);
  };
  const show = (offset: number | undefined) => {
    if (offset !== undefined) list.current?.show(offset);
  };
  const search = (query: string) => {
    setActiveQuery(query);
    setPlace(0);
    show(findMatches(text, query, 1)[0]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      field.current?.select();
    } else if (event.key === 'Enter' && event.target === field.current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
  };
  const found = places.length === MAX_HITS ? `${number(MAX_HITS)}+` : number(places.length);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys work wherever the focus is inside
    <div className={css['viewer']} onKeyDown={onKeyDown}>
      <div className={css['bar']}>
        <div className={css['search']}>
          <input
            ref={field}
            type="search"
            className={css['find']}
            aria-label={t('output.find')}
            placeholder={t('output.find')}
            aria-describedby={`${id}-found`}
            value={activeQuery}
            spellCheck={false}
            onChange={(event) => search(event.target.value)}
          />
          <output id={`${id}-found`} className={css['found']} aria-live="polite">
            {searched !== '' &&
              (places.length === 0
                ? t('output.notFound')
                : t('output.place', { place: number(place + 1), all: found }))}
          </output>
          <IconButton
            small
            label={t('output.previous')}
            icon={<ChevronUp aria-hidden />}
            disabled={places.length === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            small
            label={t('output.next')}
            icon={<ChevronDown aria-hidden />}
            disabled={places.length === 0}
            onClick={() => go(1)}
          />
        </div>
        <span className={css['size']}>
          {t('output.size', { lines: number(rows.lines), characters: number(text.length) })}
        </span>
        <Button
          small
          icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy(text, { silent: true }).then(setCopied)}
        >
          {copied ? common('copied') : t('output.copy')}
        </Button>
        <Button small icon={<Download aria-hidden />} onClick={() => saveText(text, file)}>
          {t('output.save')}
        </Button>
      </div>
      <OutputRows
        ref={list}
        rows={rows}
        mark={current === undefined ? (passage ?? null) : { at: current, length: searched.length }}
      />
    </div>
  );
}
