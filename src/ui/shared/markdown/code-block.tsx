import { Check, ChevronsDownUp, ChevronsUpDown, Code, Copy, PanelRightOpen, WrapText } from 'lucide-react';
import { memo, use, useEffect, useRef, useState } from 'react';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFold } from './fold-context.ts';
import { ColoredLines } from './colored-lines.tsx';
import { useHighlight } from './highlight-code.ts';
import { isDrawing, kindOfCode } from '#markdown/preview-kind.ts';
import { CodePreviewsContext } from './code-previews-context.ts';
import { languageName } from '#markdown/language-name.ts';
import { PlainLines } from './plain-lines.tsx';
import { ScrollGroup } from './scroll-group.tsx';
import css from './code-block.module.css';

/** Blocks with more lines can be folded. Much longer ones start folded. */
const FOLDABLE_LINES = 16;
const FOLDED_LINES = 80;
const COPIED_MS = 1500;

interface CodeBlockProps {
  lang: string;
  text: string;
  closed: boolean;
  /** Distinguishes this block from others in the same message. */
  path: string;
}

function CopyCode({ text }: { text: string }) {
  const t = useT('chat');
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = copied ? t('code.copied') : t('code.copy');
  return (
    <button
      type="button"
      className={iconButtonClass(true)}
      aria-label={label}
      title={label}
      onClick={() => void copy(text, { silent: true }).then(setCopied)}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </button>
  );
}

function PreviewCode({ lang, text }: { lang: string; text: string }) {
  const t = useT('previews');
  const previews = use(CodePreviewsContext);
  const kind = previews && kindOfCode(lang, text);
  if (!kind) return null;
  return (
    <button
      type="button"
      className={iconButtonClass(true)}
      aria-label={t('open')}
      title={t('open')}
      onClick={(event) => previews.open({ kind, text }, event.currentTarget)}
    >
      <PanelRightOpen aria-hidden />
    </button>
  );
}

/** Code as written: highlighted once it is complete, with its language and controls to copy, wrap and fold. */
export const CodeBlock = memo(function CodeBlock({ lang, text, closed, path }: CodeBlockProps) {
  const t = useT('chat');
  const code = text.endsWith('\n') ? text.slice(0, -1) : text;
  const lines = code.split('\n').length;
  const colored = useHighlight(lang, code, closed);
  const [wrap, setWrap] = useFold(`wrap${path}`, false);
  // A block that the reader watched grow stays open when it ends.
  const [open, setOpen] = useFold(`code${path}`, !closed || lines <= FOLDED_LINES);
  const grew = useRef(!closed);
  useEffect(() => {
    if (grew.current && closed) setOpen(true);
    grew.current = !closed;
  }, [closed, setOpen]);
  const previews = use(CodePreviewsContext);
  const kind = previews && closed ? kindOfCode(lang, code) : null;
  const drawing = previews && isDrawing(kind) ? { Drawing: previews.Drawing, kind } : null;
  const [asCode, setAsCode] = useFold(`source${path}`, false);
  const drawn = asCode ? null : drawing;
  const foldable = closed && lines > FOLDABLE_LINES && !drawn;
  const folded = foldable && !open;
  const name = languageName(lang);
  const written = (
    <ScrollGroup className={css['scroll']} label={t('code.region', { lang: name || t('code.plain') })}>
      <pre className={css['pre']} data-wrap={wrap || undefined}>
        <code>{colored ? <ColoredLines parts={colored} /> : <PlainLines text={code} />}</code>
      </pre>
    </ScrollGroup>
  );
  return (
    <figure className={css['block']} data-folded={folded || undefined}>
      <figcaption className={css['head']}>
        <span className={css['lang']}>{name || t('code.plain')}</span>
        {foldable && (
          <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <ChevronsDownUp aria-hidden /> : <ChevronsUpDown aria-hidden />}
            {open ? t('code.fold') : t('code.unfold', { count: lines })}
          </button>
        )}
        {drawing && (
          <button
            type="button"
            className={iconButtonClass(true)}
            aria-label={t('code.source')}
            title={t('code.source')}
            aria-pressed={asCode}
            onClick={() => setAsCode(!asCode)}
          >
            <Code aria-hidden />
          </button>
        )}
        {!drawn && (
          <button
            type="button"
            className={iconButtonClass(true)}
            aria-label={t('code.wrap')}
            title={t('code.wrap')}
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          >
            <WrapText aria-hidden />
          </button>
        )}
        <PreviewCode lang={lang} text={code} />
        <CopyCode text={code} />
      </figcaption>
      {drawn ? <drawn.Drawing kind={drawn.kind} text={code} code={written} /> : written}
    </figure>
  );
});
