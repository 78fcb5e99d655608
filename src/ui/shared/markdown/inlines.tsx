/* oxlint-disable react/no-array-index-key -- the nodes of a text are identified by their position */
import { ImageOff } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import { useOpenExternal } from '#ui/shared/links/open-external.tsx';
import { vetUrl } from '#markdown/vet-url.ts';
import { plainText, type Inline } from '#markdown/ast.ts';
import { CitedText, mayCite } from './cited-text.tsx';
import { FootnoteContext, goTo, noteId, referenceId } from './footnote-context.ts';
import { Formula } from './math.tsx';
import css from './markdown.module.css';

/**
 * An image on another server. Loading it would tell that server what is read here, so only its name is shown until the
 * user asks for it.
 */
function RemoteImage({ href, alt }: { href: string; alt: string }) {
  const t = useT('chat');
  const open = useOpenExternal();
  const url = vetUrl(href);
  const name = alt || t('image.unnamed');
  if (!url)
    return (
      <span className={css['image']} title={t('image.blocked')}>
        <ImageOff aria-hidden />
        {name}
      </span>
    );
  return (
    <button
      type="button"
      className={css['image']}
      title={url.href}
      data-address={url.href}
      onClick={() => open(url.href)}
    >
      <ImageOff aria-hidden />
      <span>{name}</span>
      <span className={css['imageHost']} data-press>
        {t('image.open', { host: url.host })}
      </span>
    </button>
  );
}

function FootnoteReference({ label }: { label: string }) {
  const t = useT('chat');
  const { id, labels } = use(FootnoteContext);
  if (!labels.has(label)) return `[^${label}]`;
  return (
    <sup>
      <a
        id={referenceId(id, label)}
        className={css['reference']}
        href={`#${noteId(id, label)}`}
        aria-label={t('footnote.open', { label })}
        onClick={(event) => {
          event.preventDefault();
          goTo(noteId(id, label));
        }}
      >
        {label}
      </a>
    </sup>
  );
}

/** A command such as `!ヘルプ`, which would otherwise break after its mark. It is as wide as a narrow line at most. */
const SHORT_WORD = /^\S{1,12}$/u;

/** Isolated from what is around it, so that its letters don't change the order of that. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function toElement(node: Inline, key: number): ReactNode {
  switch (node.type) {
    case 'text':
      return mayCite(node.text) ? <CitedText key={key} text={node.text} /> : node.text;
    case 'strong':
      return <strong key={key}>{node.children.map(toElement)}</strong>;
    case 'em':
      return <em key={key}>{node.children.map(toElement)}</em>;
    case 'del':
      return <del key={key}>{node.children.map(toElement)}</del>;
    case 'code':
      return (
        <code
          key={key}
          data-short={SHORT_WORD.test(node.text) || undefined}
          dir={RIGHT_TO_LEFT.test(node.text) ? 'ltr' : undefined}
        >
          {node.text}
        </code>
      );
    case 'break':
      return <br key={key} />;
    case 'link':
      return (
        <ExternalLink
          key={key}
          href={node.href}
          isNamed={!node.href.endsWith(plainText(node.children))}
          {...(node.title !== null && { title: `${node.title}\n${node.href}` })}
        >
          {node.children.map(toElement)}
        </ExternalLink>
      );
    case 'image':
      return <RemoteImage key={key} href={node.href} alt={node.alt} />;
    case 'math':
      return <Formula key={key} tex={node.tex} display={node.display} />;
    case 'footnote':
    default:
      return <FootnoteReference key={key} label={node.label} />;
  }
}

export function Inlines({ nodes }: { nodes: readonly Inline[] }) {
  return nodes.map(toElement);
}
